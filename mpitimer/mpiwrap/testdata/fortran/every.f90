! What Fortran calls of MPI, with "expect NAME SENT RECEIVED" for each, in bytes. F08 selects mpi_f08.
program every
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer, parameter :: many = 20
  integer :: rank, ranks, right, left, ierr, i, n, where, level
  integer :: a(64), b(64), counts(16), displs(16), some(many)
  logical :: flag
  character(len=MPI_MAX_OBJECT_NAME) :: name
#ifdef F08
  type(MPI_Comm) :: twin, half
  type(MPI_Request) :: requests(2 * many)
  type(MPI_Status) :: status, statuses(2 * many)
  type(MPI_Datatype) :: column
  type(MPI_File) :: file
#else
  integer :: twin, half, requests(2 * many), column, file
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2 * many)
#endif
  integer(kind=MPI_OFFSET_KIND) :: offset
  character(len=200) :: path

  call MPI_Init_thread(MPI_THREAD_FUNNELED, level, ierr)
  call expect('Init_thread', 0, 0)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call expect('Comm_rank', 0, 0)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call expect('Comm_size', 0, 0)
  right = mod(rank + 1, ranks)
  left = mod(rank + ranks - 1, ranks)
  do i = 1, 64
    a(i) = 100 * rank + i
  end do
  b = 0

  call MPI_Irecv(b, 10, MPI_INTEGER, left, 1, MPI_COMM_WORLD, requests(1), ierr)
  call expect('Irecv', 0, 0)
  call MPI_Send(a, 10, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierr)
  call expect('Send', 40, 0)
  call partner(right, 40)
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
  call expect('Wait', 0, 40)
  call output('wait', sum(b))

  call MPI_Isend(a, 5, MPI_INTEGER, right, 2, MPI_COMM_WORLD, requests(1), ierr)
  call expect('Isend', 20, 0)
  call partner(right, 20)
  call MPI_Recv(b, 64, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
  call expect('Recv', 0, 20)
#ifdef F08
  call output('recv', sum(b) + status%MPI_SOURCE * 10 + status%MPI_TAG)
#else
  call output('recv', sum(b) + status(MPI_SOURCE) * 10 + status(MPI_TAG))
#endif
  call MPI_Get_count(status, MPI_INTEGER, n, ierr)
  call expect('Get_count', 0, 0)
  call output('count', n)
  call MPI_Wait(requests(1), status, ierr)
  call expect('Wait', 0, 0)
  call MPI_Sendrecv(a, 3, MPI_INTEGER, right, 3, b, 3, MPI_INTEGER, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call expect('Sendrecv', 12, 12)
  call partner(right, 12)

  do i = 1, many
    call MPI_Irecv(b(i), 1, MPI_INTEGER, left, 100 + i, MPI_COMM_WORLD, requests(i), ierr)
    call expect('Irecv', 0, 0)
  end do
  do i = 1, many
    call MPI_Isend(a(i), 1, MPI_INTEGER, right, 100 + i, MPI_COMM_WORLD, requests(many + i), ierr)
    call expect('Isend', 4, 0)
    call partner(right, 4)
  end do
  call MPI_Waitall(2 * many, requests, MPI_STATUSES_IGNORE, ierr)
  call expect('Waitall', 0, 4 * many)
  call output('waitall', sum(b))
  do i = 1, 3
    call MPI_Irecv(b(i), 1, MPI_INTEGER, left, 200 + i, MPI_COMM_WORLD, requests(i), ierr)
    call expect('Irecv', 0, 0)
  end do
  do i = 1, 3
    call MPI_Send(a(i), 1, MPI_INTEGER, right, 200 + i, MPI_COMM_WORLD, ierr)
    call expect('Send', 4, 0)
    call partner(right, 4)
  end do
  call MPI_Waitany(3, requests, where, status, ierr)
  call expect('Waitany', 0, 4)
  n = 0
  do while (n < 2)
    call MPI_Waitsome(3, requests, i, some, statuses, ierr)
    call expect('Waitsome', 0, 4 * i)
    n = n + i
  end do
  call output('waitsome', sum(b))
  call MPI_Waitany(3, requests, where, status, ierr)
  call expect('Waitany', 0, 0)
  call output('none', merge(1, 0, where == MPI_UNDEFINED))
  call MPI_Recv_init(b, 2, MPI_INTEGER, left, 300, MPI_COMM_WORLD, requests(1), ierr)
  call expect('Recv_init', 0, 0)
  call MPI_Send_init(a, 2, MPI_INTEGER, right, 300, MPI_COMM_WORLD, requests(2), ierr)
  call expect('Send_init', 0, 0)
  do i = 1, 2
    call MPI_Startall(2, requests, ierr)
    call expect('Startall', 8, 0)
    call partner(right, 8)
    call MPI_Waitall(2, requests, statuses, ierr)
    call expect('Waitall', 0, 8)
  end do
  call MPI_Request_free(requests(1), ierr)
  call expect('Request_free', 0, 0)
  call MPI_Request_free(requests(2), ierr)
  call expect('Request_free', 0, 0)
  call MPI_Iprobe(left, 999, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE, ierr)
  call expect('Iprobe', 0, 0)

  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call expect('Barrier', 0, 0)
  call MPI_Bcast(b, 8, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call expect('Bcast', merge(32, 0, rank == 0), merge(0, 32, rank == 0))
  call MPI_Allreduce(a, b, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call expect('Allreduce', 16, 16)
  call MPI_Allreduce(MPI_IN_PLACE, b, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call expect('Allreduce', 16, 16)
  call output('allreduce', sum(b))
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, b, 2, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call expect('Allgather', 8, 8 * ranks)
  call MPI_Gather(a, 2, MPI_INTEGER, b, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call expect('Gather', 8, merge(8 * ranks, 0, rank == 0))
  do i = 1, ranks
    counts(i) = i
    displs(i) = (i - 1) * i / 2
  end do
  call MPI_Allgatherv(a, rank + 1, MPI_INTEGER, b, counts, displs, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call expect('Allgatherv', 4 * (rank + 1), 2 * ranks * (ranks + 1))
  call output('allgatherv', sum(b))

  call MPI_Comm_dup(MPI_COMM_WORLD, twin, ierr)
  call expect('Comm_dup', 0, 0)
  call MPI_Comm_set_name(twin, 'twin of world', ierr)
  call expect('Comm_set_name', 0, 0)
  call MPI_Comm_get_name(twin, name, n, ierr)
  call expect('Comm_get_name', 0, 0)
  call output(trim(name), n)
  call MPI_Comm_split(twin, mod(rank, 2), -rank, half, ierr)
  call expect('Comm_split', 0, 0)
  call MPI_Comm_free(half, ierr)
  call expect('Comm_free', 0, 0)
  call MPI_Comm_free(twin, ierr)
  call expect('Comm_free', 0, 0)

  call MPI_Type_vector(4, 1, 4, MPI_INTEGER, column, ierr)
  call expect('Type_vector', 0, 0)
  call MPI_Type_commit(column, ierr)
  call expect('Type_commit', 0, 0)
  call MPI_Sendrecv(a, 1, column, right, 4, b, 1, column, left, 4, MPI_COMM_WORLD, status, ierr)
  call expect('Sendrecv', 16, 16)
  call partner(right, 16)
  call MPI_Type_free(column, ierr)
  call expect('Type_free', 0, 0)
  call output('column', sum(b))

  call get_command_argument(1, path)
  call MPI_File_open(MPI_COMM_WORLD, trim(path), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, ierr)
  call expect('File_open', 0, 0)
  offset = rank * 16
  call MPI_File_write_at(file, offset, a, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call expect('File_write_at', 16, 0)
  call MPI_File_read_at(file, offset, b, 4, MPI_INTEGER, status, ierr)
  call expect('File_read_at', 0, 16)
  call MPI_File_close(file, ierr)
  call expect('File_close', 0, 0)
  call output('file', sum(b))

  call MPI_Pcontrol(0)
  call expect('Pcontrol', 0, 0)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Pcontrol(1)
  call expect('Pcontrol', 0, 0)
  call expect('Finalize', 0, 0)
#ifdef F08
  call MPI_Finalize() ! without the error
#else
  call MPI_Finalize(ierr)
#endif
contains
  subroutine expect(name, sent, received)
    character(len=*), intent(in) :: name
    integer, intent(in) :: sent, received
    write (*, '(a,a,a,i0,a,i0)') 'expect ', name, ' ', sent, ' ', received
  end subroutine
  subroutine partner(other, bytes)
    integer, intent(in) :: other, bytes
    write (*, '(a,i0,a,i0)') 'partner ', other, ' ', bytes
  end subroutine
  subroutine output(what, value)
    character(len=*), intent(in) :: what
    integer, intent(in) :: value
    write (*, '(a,a,a,i0)') 'result ', what, ' ', value
  end subroutine
end program
