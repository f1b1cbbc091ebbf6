// Shared modules are resolved before `bootstrap` runs; module federation needs this asynchronous import for that.
void import('./bootstrap.tsx')
