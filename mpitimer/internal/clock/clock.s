// An empty assembly file lets the package declare functions without a body (nanotime).
