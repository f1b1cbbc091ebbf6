import { screens, scriptsOf } from './shared/config/size-budget.ts'

// The files are compressed by the build already: their size is what is sent.
export default screens.map((screen) => ({
  name: screen.name,
  limit: screen.limit,
  path: scriptsOf(screen).map((file) => file.path),
  brotli: false,
  gzip: false,
}))
