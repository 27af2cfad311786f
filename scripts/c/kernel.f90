! A kernel in Fortran of the program in mixed.
subroutine fortran_kernel(times) bind(c)
   use mpitimer
   use, intrinsic :: iso_c_binding, only: c_int
   implicit none
   integer(c_int), value :: times
   integer :: i
   call mpitimer_start('in Fortran')
   do i = 1, times
      call mpitimer_start('sweep')
      call mpitimer_stop('sweep')
   end do
   call mpitimer_stop('in Fortran')
end subroutine
