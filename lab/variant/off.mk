SOURCE=tree
