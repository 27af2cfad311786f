package ctest
