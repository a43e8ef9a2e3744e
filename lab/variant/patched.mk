# SOURCE: tree (build/tree, all patches), stock (build/stock, none), prefix (build/prefix, some).
SOURCE=tree
