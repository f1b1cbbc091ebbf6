// The shared modules are looked up before `bootstrap` runs; that takes this asynchronous step.
void import('./bootstrap.tsx')
