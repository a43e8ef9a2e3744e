SOURCE=stock
