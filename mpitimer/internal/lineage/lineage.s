// Functions of the runtime have no bodies in this package, which the compiler allows beside assembly.
