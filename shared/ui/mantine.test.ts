import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as facade from './mantine.ts'

const root = join(import.meta.dirname, '..', '..')
const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const ourSources = workspaces.filter((name) => /^(shared|shell|mfe-.+)$/.test(name))
/** Of the charts only the kinds in use, and what these use themselves: the library has many more. */
const charts = ['BarChart', 'ChartBrush', 'ChartLegend', 'ChartTooltip', 'DonutChart'].map(
  (kind) => `node_modules/@mantine/charts/esm/${kind}`,
)
const librarySources = ['node_modules/mantine-datatable/dist', 'node_modules/@mantine/spotlight/esm', ...charts]

const filesIn = (folder: string, isSource: (path: string) => boolean) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => isSource(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(root, folder, path))

/** Names of values (not types) that a file imports from @mantine/core. */
const importedParts = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g)].flatMap((match) =>
    (match[1] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => name.replace(/\s+as\s+.*/, '')),
  )

const ourFiles = ourSources.flatMap((folder) =>
  filesIn(folder, (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
)
const libraryFiles = librarySources.flatMap((folder) => filesIn(folder, (path) => path.endsWith('.mjs')))

const missing = (files: string[]) =>
  [...new Set(files.flatMap(importedParts))].filter((part) => !(part in facade)).sort()

test('the facade has every part of Mantine that our code imports', () => {
  expect(ourFiles.length).toBeGreaterThan(0)
  expect(missing(ourFiles)).toEqual([])
})

test('the facade has every part of Mantine that the libraries built on it import', () => {
  expect(libraryFiles.length).toBeGreaterThan(0)
  expect(missing(libraryFiles)).toEqual([])
})

test('the facade has no part that is not imported', () => {
  const imported = new Set([...ourFiles, ...libraryFiles].flatMap(importedParts))
  expect(Object.keys(facade).filter((part) => !imported.has(part))).toEqual([])
})
