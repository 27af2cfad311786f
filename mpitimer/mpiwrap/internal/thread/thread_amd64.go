package thread

func descriptor()

func address() uintptr
