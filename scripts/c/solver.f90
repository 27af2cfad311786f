! Regions of a program in Fortran under MPI. With the argument "kill" rank 1 is killed in the middle of a step.
program solver
   use mpi
   use mpitimer
   use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t
   implicit none

   interface
      integer(c_int) function raise(signal) bind(c)
         import :: c_int
         integer(c_int), value :: signal
      end function
   end interface

   type(mpitimer_region) :: kernel, placed
   character(16) :: how
   character(len=24) :: name
   integer :: ierr, rank, step, status, half, total, ignored
   real(c_double) :: seconds
   integer(c_int64_t) :: calls

   call get_command_argument(1, how)
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
   call mpitimer_initialize(status=status)
   if (status /= 0) print *, 'initialize: ', mpitimer_error()
   call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierr)
   if (mod(rank, 2) == 0) call mpitimer_environment('even ranks', half, status)
   kernel = mpitimer_define('kernel', hint='compute', sample=5)
   placed = mpitimer_define('of some', environment='even ranks')

   call mpitimer_start('run')
   do step = 1, 60
      call mpitimer_epoch()
      write (name, '(a,i0)') 'kind ', mod(step, 2)
      call mpitimer_start(name)
      call mpitimer_start(kernel)
      call mpitimer_stop(kernel)
      if (mod(rank, 2) == 0) then
         call mpitimer_start(placed)
         call mpitimer_stop(placed)
      end if
      call mpitimer_stop(name)
      call MPI_Allreduce(1, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
      if (how == 'kill' .and. rank == 1 .and. step == 30) then
         call mpitimer_start('where it died')
         ignored = raise(9_c_int)
      end if
   end do
   call mpitimer_stop('run')
   call mpitimer_next('first')
   call mpitimer_next('second')
   call mpitimer_stop('second')
   call mpitimer_query('kernel', seconds, calls)
   if (calls /= 60) print *, 'kernel has calls', calls
   call mpitimer_finalize(status)
   if (status /= 0) print *, 'finalize: ', mpitimer_error()
   call MPI_Finalize(ierr)
end program
