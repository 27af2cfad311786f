! Timers of the regions of a parallel program, for Fortran: see mpitimer.h for what they do, and docs/c.md.
!
!    use mpitimer
!    call mpitimer_initialize()
!    call mpitimer_start('dynamics')
!    …
!    call mpitimer_stop('dynamics')
!    call mpitimer_finalize()
!
! Compile this file with the compiler of the program, and link with -lmpitimer. Blanks at the end of a name do not count.
! Communicators are integers, as those of "use mpi"; of mpi_f08 give comm%MPI_VAL.
module mpitimer
   use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_f_pointer, c_int, c_int64_t, c_loc, &
      c_null_char, c_null_ptr, c_ptr, c_size_t
   implicit none
   private

   public :: mpitimer_initialize, mpitimer_finalize, mpitimer_print, mpitimer_environment
   public :: mpitimer_start, mpitimer_stop, mpitimer_next, mpitimer_region, mpitimer_define
   public :: mpitimer_add, mpitimer_query, mpitimer_error
   public :: mpitimer_disable, mpitimer_enable, mpitimer_set_level, mpitimer_epoch, mpitimer_set_work, mpitimer_add_work_done

   ! A handle, from mpitimer_define: call mpitimer_start(handle).
   type :: mpitimer_region
      private
      type(c_ptr) :: is = c_null_ptr
   end type

   type, bind(c) :: options
      type(c_ptr) :: environment, hint
      integer(c_int) :: level, sample, communicates
   end type

   interface mpitimer_start
      module procedure start_name, start_region
   end interface

   interface mpitimer_stop
      module procedure stop_name, stop_region
   end interface

   interface
      integer(c_int) function c_initialize(configuration) bind(c, name='mpitimer_initialize')
         import :: c_int, c_ptr
         type(c_ptr), value :: configuration
      end function
      integer(c_int) function c_initialize_on(configuration, communicator) bind(c, name='mpitimer_initialize_on')
         import :: c_int, c_ptr
         type(c_ptr), value :: configuration
         integer(c_int), value :: communicator
      end function
      integer(c_int) function c_finalize() bind(c, name='mpitimer_finalize')
         import :: c_int
      end function
      integer(c_int) function c_print() bind(c, name='mpitimer_print')
         import :: c_int
      end function
      integer(c_int) function c_environment(name, communicator) bind(c, name='mpitimer_environment')
         import :: c_char, c_int
         character(kind=c_char), intent(in) :: name(*)
         integer(c_int), value :: communicator
      end function
      subroutine c_start(name, length) bind(c, name='mpitimer_start_text')
         import :: c_char, c_size_t
         character(kind=c_char), intent(in) :: name(*)
         integer(c_size_t), value :: length
      end subroutine
      subroutine c_stop(name, length) bind(c, name='mpitimer_stop_text')
         import :: c_char, c_size_t
         character(kind=c_char), intent(in) :: name(*)
         integer(c_size_t), value :: length
      end subroutine
      subroutine c_start_in(name, environment) bind(c, name='mpitimer_start_in')
         import :: c_char
         character(kind=c_char), intent(in) :: name(*), environment(*)
      end subroutine
      subroutine c_next(name) bind(c, name='mpitimer_next')
         import :: c_char
         character(kind=c_char), intent(in) :: name(*)
      end subroutine
      type(c_ptr) function c_define(name, with) bind(c, name='mpitimer_define')
         import :: c_char, c_ptr, options
         character(kind=c_char), intent(in) :: name(*)
         type(options), intent(in) :: with
      end function
      subroutine c_region_start(region) bind(c, name='mpitimer_region_start')
         import :: c_ptr
         type(c_ptr), value :: region
      end subroutine
      subroutine c_region_stop(region) bind(c, name='mpitimer_region_stop')
         import :: c_ptr
         type(c_ptr), value :: region
      end subroutine
      subroutine c_add(name, seconds, calls) bind(c, name='mpitimer_add')
         import :: c_char, c_double, c_int64_t
         character(kind=c_char), intent(in) :: name(*)
         real(c_double), value :: seconds
         integer(c_int64_t), value :: calls
      end subroutine
      integer(c_int) function c_query(name, seconds, calls) bind(c, name='mpitimer_query')
         import :: c_char, c_double, c_int, c_int64_t
         character(kind=c_char), intent(in) :: name(*)
         real(c_double), intent(out) :: seconds
         integer(c_int64_t), intent(out) :: calls
      end function
      type(c_ptr) function c_error() bind(c, name='mpitimer_error')
         import :: c_ptr
      end function
      subroutine mpitimer_disable() bind(c, name='mpitimer_disable')
      end subroutine
      subroutine mpitimer_enable() bind(c, name='mpitimer_enable')
      end subroutine
      subroutine mpitimer_epoch() bind(c, name='mpitimer_epoch')
      end subroutine
      subroutine c_set_level(level) bind(c, name='mpitimer_set_level')
         import :: c_int
         integer(c_int), value :: level
      end subroutine
      subroutine c_set_work(parts) bind(c, name='mpitimer_set_work')
         import :: c_int64_t
         integer(c_int64_t), value :: parts
      end subroutine
      subroutine c_add_work_done(parts) bind(c, name='mpitimer_add_work_done')
         import :: c_int64_t
         integer(c_int64_t), value :: parts
      end subroutine
      integer(c_size_t) function c_strlen(text) bind(c, name='strlen')
         import :: c_ptr, c_size_t
         type(c_ptr), value :: text
      end function
   end interface

contains

   ! The name of a file with the configuration, and the communicator, are for programs that need them. A status of -1 says
   ! that something is wrong, which mpitimer_error tells; without it that goes to the log alone.
   subroutine mpitimer_initialize(configuration, communicator, status)
      character(*), intent(in), optional :: configuration
      integer, intent(in), optional :: communicator
      integer, intent(out), optional :: status
      character(kind=c_char, len=:), allocatable, target :: file
      type(c_ptr) :: where
      integer(c_int) :: is
      where = c_null_ptr
      if (present(configuration)) then
         file = trim(configuration)//c_null_char
         where = c_loc(file)
      end if
      if (present(communicator)) then
         is = c_initialize_on(where, int(communicator, c_int))
      else
         is = c_initialize(where)
      end if
      if (present(status)) status = int(is)
   end subroutine

   subroutine mpitimer_finalize(status)
      integer, intent(out), optional :: status
      integer(c_int) :: is
      is = c_finalize()
      if (present(status)) status = int(is)
   end subroutine

   subroutine mpitimer_print(status)
      integer, intent(out), optional :: status
      integer(c_int) :: is
      is = c_print()
      if (present(status)) status = int(is)
   end subroutine

   subroutine mpitimer_environment(name, communicator, status)
      character(*), intent(in) :: name
      integer, intent(in) :: communicator
      integer, intent(out), optional :: status
      integer(c_int) :: is
      is = c_environment(trim(name)//c_null_char, int(communicator, c_int))
      if (present(status)) status = int(is)
   end subroutine

   subroutine start_name(name, environment)
      character(*), intent(in) :: name
      character(*), intent(in), optional :: environment
      if (present(environment)) then
         call c_start_in(trim(name)//c_null_char, trim(environment)//c_null_char)
      else
         call c_start(name, len_trim(name, c_size_t))
      end if
   end subroutine

   subroutine stop_name(name)
      character(*), intent(in) :: name
      call c_stop(name, len_trim(name, c_size_t))
   end subroutine

   subroutine start_region(region)
      type(mpitimer_region), intent(in) :: region
      call c_region_start(region%is)
   end subroutine

   subroutine stop_region(region)
      type(mpitimer_region), intent(in) :: region
      call c_region_stop(region%is)
   end subroutine

   subroutine mpitimer_next(name)
      character(*), intent(in) :: name
      call c_next(trim(name)//c_null_char)
   end subroutine

   function mpitimer_define(name, environment, hint, level, sample, communicates) result(region)
      character(*), intent(in) :: name
      character(*), intent(in), optional :: environment, hint
      integer, intent(in), optional :: level, sample
      logical, intent(in), optional :: communicates
      type(mpitimer_region) :: region
      character(kind=c_char, len=:), allocatable, target :: in, mostly
      type(options) :: with
      with = options(c_null_ptr, c_null_ptr, 0, 0, 0)
      if (present(environment)) then
         in = trim(environment)//c_null_char
         with%environment = c_loc(in)
      end if
      if (present(hint)) then
         mostly = trim(hint)//c_null_char
         with%hint = c_loc(mostly)
      end if
      if (present(level)) with%level = int(level, c_int)
      if (present(sample)) with%sample = int(sample, c_int)
      if (present(communicates)) then
         if (communicates) with%communicates = 1
      end if
      region%is = c_define(trim(name)//c_null_char, with)
   end function

   subroutine mpitimer_add(name, seconds, calls)
      character(*), intent(in) :: name
      real(c_double), intent(in) :: seconds
      integer, intent(in) :: calls
      call c_add(trim(name)//c_null_char, seconds, int(calls, c_int64_t))
   end subroutine

   ! Seconds and calls that have ended of all regions of a name on this thread; found is false if there is none.
   subroutine mpitimer_query(name, seconds, calls, found)
      character(*), intent(in) :: name
      real(c_double), intent(out) :: seconds
      integer(c_int64_t), intent(out) :: calls
      logical, intent(out), optional :: found
      integer(c_int) :: is
      is = c_query(trim(name)//c_null_char, seconds, calls)
      if (present(found)) found = is == 0
   end subroutine

   subroutine mpitimer_set_level(level)
      integer, intent(in) :: level
      call c_set_level(int(level, c_int))
   end subroutine

   subroutine mpitimer_set_work(parts)
      integer, intent(in) :: parts
      call c_set_work(int(parts, c_int64_t))
   end subroutine

   subroutine mpitimer_add_work_done(parts)
      integer, intent(in) :: parts
      call c_add_work_done(int(parts, c_int64_t))
   end subroutine

   function mpitimer_error() result(text)
      character(:), allocatable :: text
      character(kind=c_char), pointer :: bytes(:)
      type(c_ptr) :: at
      integer :: i
      at = c_error()
      text = ''
      if (.not. c_associated(at)) return
      call c_f_pointer(at, bytes, [c_strlen(at)])
      do i = 1, size(bytes)
         text = text//bytes(i)
      end do
   end function
end module
