int broken(void) { return this_is_not_declared; }
