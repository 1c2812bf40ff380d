int f(void) { return undeclared_name; }
