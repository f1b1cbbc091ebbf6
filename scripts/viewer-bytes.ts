import { existsSync, readFileSync } from 'node:fs'
import portal from '../package.json' with { type: 'json' }
import { type LoadedFile, scriptsOf } from '../shared/config/size-budget.ts'
import type { LoadGraph } from '../shared/config/webpack/load-graph-plugin.ts'

// Checks that the viewer and OpenLayers are loaded lazily: not with the shell, the entry of a remote or a page. To be run after a
// build; reads the source maps of the chunks that each of these loads.
const parts = { 'the viewer': /\/shared\/viewer\//, OpenLayers: /\/node_modules\/ol\// }
const root = new URL('../', import.meta.url)

const readJson = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

/** Chunks that consist only of webpack's runtime have no source map. */
const sourcesOf = ({ path }: LoadedFile): string[] => {
  const map = path.replace(/br$/, 'map')
  return existsSync(new URL(map, root)) ? readJson<{ sources: string[] }>(map).sources : []
}

/** The parts contained in the scripts that a browser loads for a module of an app. */
function partsIn(folder: string, module: string): string[] {
  const scripts = scriptsOf({ name: module, limit: '0 KB', loads: [{ folder, modules: [module] }] })
  const sources = scripts.flatMap(sourcesOf)
  return Object.entries(parts).flatMap(([name, pattern]) => (sources.some((path) => pattern.test(path)) ? name : []))
}

const problems: string[] = []
const missing = new Set(Object.keys(parts))
for (const folder of portal.workspaces.filter((name) => name === 'shell' || name.startsWith('mfe-'))) {
  const { lazy } = readJson<LoadGraph>(`${folder}/dist/load-graph.json`)
  for (const module of Object.keys(lazy)) {
    const isEarly = folder === 'shell' || /^\.\/src\/(index\.ts|pages\/)/.test(module)
    for (const part of partsIn(folder, module)) {
      missing.delete(part)
      if (isEarly) problems.push(`${part} is loaded with ${folder}/${module}: import it lazily from there.`)
    }
  }
}
// Found nowhere: it was moved or renamed, and the patterns above must be updated.
for (const part of missing) problems.push(`${part} is in no build.`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log('\nThe viewer and OpenLayers are loaded with no page, only where an image is shown in depth.')
