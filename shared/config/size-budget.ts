import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadGraph, LoadNode } from './webpack/load-graph-plugin.ts'

/** A screen with the modules that must be loaded to show it: entry modules of the shell, then lazy ones. */
interface Screen {
  name: string
  /** Budget of all its JavaScript as sent (brotli), in KB of 1000 bytes. */
  limit: `${number} KB`
  loads: readonly { folder: string; modules: readonly string[] }[]
}

const dashboard = ['./src/layout/portal-frame.tsx', './src/pages/dashboard/dashboard-page.tsx'] as const
/** The web vitals and the look for new versions come right after the start. */
const start = {
  folder: 'shell',
  modules: ['./src/bootstrap.tsx', './src/telemetry/web-vitals.ts', './src/layout/new-version/new-version.tsx'],
}
const frame = { folder: 'shell', modules: ['./src/layout/portal-frame.tsx'] }
const projects = (...modules: string[]) => ({ folder: 'mfe-projects', modules: ['./src/index.ts', ...modules] })

/** Screens with a budget; `npm test` fails above it. */
export const screens: readonly Screen[] = [
  {
    name: 'log-in page',
    limit: '258 KB',
    loads: [start, { folder: 'mfe-auth', modules: ['./src/index.ts', './src/pages/login/login-page.tsx'] }],
  },
  {
    name: 'dashboard',
    limit: '359 KB',
    loads: [start, { folder: 'shell', modules: dashboard }],
  },
  {
    name: 'dashboard of a newcomer, with trial dialog and tour',
    limit: '363 KB',
    loads: [
      start,
      {
        folder: 'shell',
        modules: [...dashboard, './src/layout/trial/trial-dialog.tsx', './src/layout/tour/dashboard-tour.tsx'],
      },
    ],
  },
  {
    name: 'projects list',
    limit: '388 KB',
    loads: [start, frame, projects('./src/pages/projects/projects-page.tsx')],
  },
  {
    name: 'image viewer',
    limit: '498 KB',
    loads: [start, frame, projects('./src/pages/viewer/viewer-page.tsx', './src/features/viewer/project-viewer.tsx')],
  },
]

/** A compressed script that a screen loads. */
export interface LoadedFile {
  /** Relative to the repository's root. */
  path: string
  /** Bytes. */
  size: number
  /** Module or shared request that causes it to be loaded. */
  reason: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The scripts that a browser loads for a screen, from the chunk graphs of the built apps: the entries of its apps, the
 * chunks of its modules and, recursively, those of the shared modules that these wait for.
 * @throws Error when a module of the screen is not in the build
 */
export function scriptsOf({ loads }: Screen): LoadedFile[] {
  const distOf = (folder: string) => `${folder}/dist`
  const graphs = new Map<string, LoadGraph>()
  const graphOf = (folder: string): LoadGraph => {
    const file = path.resolve(root, distOf(folder), 'load-graph.json')
    const graph = graphs.get(folder) ?? JSON.parse(readFileSync(file, 'utf8'))
    graphs.set(folder, graph)
    return graph
  }
  const provider = graphOf('shell').shared
  const files = new Map<string, LoadedFile>()
  const shares = new Set<string>()
  /** What a file that is loaded before has too. */
  const included = new Set<string>()

  const add = (folder: string, node: LoadNode | undefined, reason: string): void => {
    if (!node) throw new Error(`${folder}: the build has no ${reason}`)
    for (const file of node.files) {
      const compressed = `${distOf(folder)}/${file}.br`
      if (!file.endsWith('.js') || files.has(compressed) || included.has(compressed)) continue
      files.set(compressed, { path: compressed, size: statSync(path.resolve(root, compressed)).size, reason })
    }
    const { includes } = graphOf(folder)
    for (const file of node.files.flatMap((each) => includes[each] ?? [])) included.add(`${distOf(folder)}/${file}.br`)
    for (const share of node.shares) {
      if (shares.has(share)) continue
      shares.add(share)
      add('shell', provider[share], share)
    }
  }

  for (const { folder, modules } of loads) {
    const graph = graphOf(folder)
    for (const node of Object.values(graph.entries)) add(folder, node, `${folder}, its entry`)
    for (const module of modules) add(folder, graph.lazy[module], module)
  }
  return [...files.values()]
}
