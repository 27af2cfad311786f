! A program in Fortran that calls GPTL.
program calls_gptl
   use gptl
   implicit none
   integer :: i, ret, handle, count, failed
   character(32) :: name
   real(8) :: wall
   failed = 0
   handle = 0
   open (unit=8, file='namelist', status='replace')
   write (8, '(a)') '&gptlnl', ' percent = .true.', ' depthlimit = 5', '/'
   close (8)
   call gptlprocess_namelist('namelist', 8, ret)
   call must(ret == 0, 'a namelist')
   call gptlprocess_namelist('no such file', 8, ret)
   call must(ret == -1, 'a namelist that there is not')
   call must(gptlsetoption(GPTLoverhead, 1) == 0, 'an option')
   call must(gptlinitialize() == 0, 'initialize')
   call must(gptlstart('total   ') == 0, 'start')
   do i = 1, 100
      ret = gptlstart_handle('handled', handle)
      ret = gptlstop_handle('handled', handle)
   end do
   call must(gptlstop('total') == 0, 'stop')
   call must(gptlget_count('handled', 0, count) == 0 .and. count == 100, 'count')
   call must(gptlget_wallclock('total', 0, wall) == 0 .and. wall > 0, 'wallclock')
   call must(gptlget_regionname(0, 1, name) == 0 .and. name == 'handled', 'name of a region')
   call must(gptlstop('nothing') == -1, 'an error')
   call must(gptlpr(7) == 0, 'print')
   call must(gptlfinalize() == 0, 'finalize')
   if (failed == 0) print '(a)', 'as it should be'
contains
   subroutine must(holds, what)
      logical, intent(in) :: holds
      character(*), intent(in) :: what
      if (holds) return
      print '(2a)', 'wrong: ', what
      failed = 1
   end subroutine
end program
