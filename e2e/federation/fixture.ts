import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '../support/policy.ts'
import type { Build } from './broken-builds.ts'
import { buildVersion, builtVersion } from './build.ts'
import type { ReleaseTarget } from './release-target.ts'
import { stampBuild } from './stamped-build.ts'
import { startStaticPortal } from './static-portal.ts'

interface Builds {
  shell: Build
  /** Three versions, oldest first. */
  auth: [Build, Build, Build]
  probes: [projects: Build, datastorage: Build]
  /** Folder for broken copies; not created yet. */
  scratch: string
}

/** Production builds, made once per worker from those of `npm run build`, and for each test a portal with the shell and the probes. */
export const test = base.extend<{ portal: ReleaseTarget }, { builds: Builds }>({
  builds: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'lamella-federation-'))
      const built = await builtVersion('auth', 'mfe-auth')
      const auth = (version: string) => stampBuild(built, version, folder)
      const probe = (app: 'projects' | 'datastorage') => {
        const options = ['--env', `app=${app}`]
        return buildVersion({ app, version: '1.0.0', source: 'shared/testing/probe-remote', options }, folder)
      }
      await use({
        shell: await stampBuild(await builtVersion('shell', 'shell'), '1.0.0', folder),
        auth: [await auth('1.0.0'), await auth('1.1.0'), await auth('1.2.0-rc.1')],
        probes: [await probe('projects'), await probe('datastorage')],
        scratch: path.join(folder, 'broken'),
      })
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  portal: async ({ builds }, use) => {
    const portal = await startStaticPortal()
    for (const build of [builds.shell, ...builds.probes]) await release(portal, build)
    await use(portal)
    await portal.close()
  },
})

/** Publishes a build and makes it the active version. */
export async function release(portal: ReleaseTarget, { app, version, folder }: Build): Promise<void> {
  await portal.publish(app, version, folder)
  await portal.activate(app, version)
}
