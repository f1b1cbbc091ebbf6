import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type RemoteManifest, remoteManifest } from '../contract/index.ts'
import type { PageAccess } from './portal-access.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The shell or a remote of this work tree, as its folder describes it. */
export interface FrontEnd {
  folder: string
  manifest: RemoteManifest
  /** Route id → who is admitted: `test/page-access.ts`. */
  pages: Readonly<Record<string, PageAccess>>
}

/** Modules are loaded by their path, so that a remote joins the tests of the portal by its folder alone. For jest only. */
const load = (...place: string[]): Record<string, unknown> => require(path.join(root, ...place))

/** The shell and the remotes that package.json names, the shell first. @throws ZodError for an invalid manifest */
export const readFrontEnds = (): FrontEnd[] => {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return workspaces
    .filter((folder) => folder === 'shell' || folder.startsWith('mfe-'))
    .map((folder) => ({
      folder,
      manifest: remoteManifest.parse(load(folder, 'manifest.ts').manifest),
      pages: load(folder, 'test', 'page-access.ts').pages as FrontEnd['pages'],
    }))
}

/** Path → who is admitted, of all pages of the portal. @throws Error for a page without a row, or a row without a page */
export const readPageAccess = (): Record<string, PageAccess> =>
  Object.fromEntries(
    readFrontEnds().flatMap(({ folder, manifest, pages }) => {
      const rows = manifest.routes.flatMap(({ id, path: at }) => {
        const access = pages[id]
        return access ? [[at, access] as const] : []
      })
      const known = manifest.routes.map(({ id }) => id).sort()
      const found = Object.keys(pages).sort()
      if (known.join() === found.join()) return rows
      throw new Error(`${folder}/test/page-access.ts has ${found.join(', ')}; its manifest.ts has ${known.join(', ')}`)
    }),
  )
