import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as facade from './mantine.ts'

const root = join(import.meta.dirname, '..', '..')
const ourSources = ['shared', 'shell', 'mfe-auth', 'mfe-projects', 'mfe-datastorage', 'mfe-ai-trainer']
const librarySources = [
  'node_modules/@mantine/charts/esm',
  'node_modules/@mantine/notifications/esm',
  'node_modules/mantine-datatable/dist',
]

const filesIn = (folder: string, isSource: (path: string) => boolean) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => isSource(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(root, folder, path))

/** Names of values (not types) that a file takes from @mantine/core. */
const importedParts = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g)].flatMap((match) =>
    (match[1] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => name.replace(/\s+as\s+.*/, '')),
  )

const missing = (files: string[]) =>
  [...new Set(files.flatMap(importedParts))].filter((part) => !(part in facade)).sort()

test('the facade has every part of Mantine that our code imports', () => {
  const files = ourSources.flatMap((folder) =>
    filesIn(folder, (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(missing(files)).toEqual([])
})

test.each(librarySources)('the facade has every part of Mantine that %s imports', (folder) => {
  const files = filesIn(folder, (path) => path.endsWith('.mjs'))
  expect(files.flatMap(importedParts).length).toBeGreaterThan(0)
  expect(missing(files)).toEqual([])
})
