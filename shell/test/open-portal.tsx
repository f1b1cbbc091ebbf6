import {
  aboutOrganisation,
  type CurrentUser,
  contractVersion,
  countUnread,
  endpoint,
  eventStream,
  findUsers,
  getProject,
  type Image,
  listProjects,
  listSubscriptions,
  listUsers,
  logout,
  organisationAdmin,
  organisationStorage,
  organisationUsage,
  type Project,
  type Registry,
  registry as registrySchema,
  requestToken,
  restrictionKeys,
  type Subscription,
  userProjectCounts,
  whoAmI,
} from '@lamella/shared/contract'
import { createQueryClient } from '@lamella/shared/queries'
import {
  currentUserAtom,
  restrictionsAtom,
  selectedProjectAtom,
  store,
  subscriptionsAtom,
} from '@lamella/shared/session'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser } from '@lamella/shared/testing/render-page.tsx'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import { resizeWindow } from '@lamella/shared/testing/window-size.ts'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { Provider } from 'jotai'
import { RouterProvider } from 'react-router-dom'
import * as z from 'zod/mini'
import type { FederationRuntime } from '../src/remotes/load-remote.ts'
import { startPortal } from '../src/start-portal.tsx'
import { remoteManifests } from './manifests.ts'

const later = '2030-01-01T00:00:00.000Z'
const planId = '019aa000-0000-7000-8000-0000000000f1'

export const ids = {
  owner: portalUser('admin').id,
  project: '019aa000-0000-7000-8000-0000000000b1',
  image: '019aa000-0000-7000-8000-0000000000c1',
}

export const projectNamed = (name: string, id = ids.project): Project => ({
  id,
  name,
  description: '',
  owner: ids.owner,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  imageCount: 0,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
})

export const imageNamed = (name: string): Image => ({
  id: ids.image,
  type: 'Image',
  project: ids.project,
  imageMedium: '019aa000-0000-7000-8000-0000000000d1',
  name,
  imageType: 'TwoDimensions',
  status: 'available',
  statusErrors: [],
  notes: [],
  owner: ids.owner,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  size: 1,
  mimeType: 'image/png',
  format: 'PNG',
  width: 1,
  height: 1,
  depth: 8,
  pixelSize: null,
  dimensions: [],
  isMultichannelImage: false,
  isTimeSeries: false,
  mcChannelLength: 1,
  timeSeriesLength: 1,
  isPyramid: false,
  annotationCount: 0,
  roiCount: 0,
  thumbnailUrl: null,
  downloadUrl: '/download',
})

export const subscriptionTo = (name: string, validUntil = later): Subscription => ({
  id: '019aa000-0000-7000-8000-0000000000f2',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil,
  organization: portalUser('admin').organisationId,
  automaticRenewal: false,
  purchaser: ids.owner,
  subscriptionPlan: {
    id: planId,
    name,
    displayName: name,
    version: 1,
    netPrice: 0,
    subscriptionPeriod: 'P1M',
    restrictions: [],
  },
})

export const freePlans = (validUntil = later): Subscription[] => [
  subscriptionTo('LAMELLA_PORTAL_CLOUD_FREE', validUntil),
  subscriptionTo('LAMELLA_AI_CLOUD_FREE', validUntil),
]

/** A registry with one release per remote. */
export const registryWith = (versions: Partial<Record<string, string>> = {}): Registry => ({
  schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
  microFrontends: Object.fromEntries(
    remoteManifests.map((manifest) => {
      const version = versions[manifest.id] ?? '1.0.0'
      const release = {
        url: `/remotes/${manifest.id}/${version}/mf-manifest.json`,
        metadata: { version, integrity: 'sha256-x' },
        deployment: { traffic: 100, default: true },
        extras: { manifest: { ...manifest, contract: `^${contractVersion}` }, fallbacks: [] },
      }
      return [manifest.id, [release]]
    }),
  ),
})

const file = (path: `/${string}`, body: z.ZodMiniType) =>
  endpoint({ method: 'GET', path, summary: '', tag: 'file', success: { status: 200, body } })
export const configFile = file('/assets/config/config.json', z.any())
export const registryFile = file('/registry.json', registrySchema)

/** Every page of every remote is a heading with the id of its route. */
const runtime: FederationRuntime = {
  registerRemotes: () => undefined,
  loadRemote: async () => ({
    default: {
      routes: Object.fromEntries(
        remoteManifests
          .flatMap(({ routes }) => routes)
          .map(({ id }) => [id, async () => ({ default: () => <h1>Page {id}</h1> })]),
      ),
    },
  }),
}

export interface PortalOptions {
  /** Null: no session. */
  as?: PersonKind | null
  user?: Partial<CurrentUser>
  portalWebAccess?: boolean
  canAccessAITrainer?: boolean
  subscriptions?: readonly Subscription[]
  projects?: readonly Project[]
  width?: number
  height?: number
  reload?: () => void
  /** Adds or replaces answers of the server. */
  answers?: (server: ContractServer) => void
}

const answerSession = (server: ContractServer, options: PortalOptions, user: CurrentUser): void => {
  const { portalWebAccess = true, canAccessAITrainer = true, subscriptions = [], projects = [] } = options
  const page = <T,>(items: readonly T[]) => ({ data: [...items], links: { next: null } })
  server
    .on(configFile, () => sampleConfig)
    .on(registryFile, () => registryWith())
    .on(requestToken, () => ({
      access_token: 'a2',
      expires_in: 3600,
      refresh_token: 'r2',
      token_type: 'Bearer' as const,
    }))
    .on(whoAmI, () => ({ data: user }))
    .on(aboutOrganisation, () => ({
      data: {
        id: user.organisationId,
        name: 'Nordlund Lab',
        portalWebAccess,
        canAccessAITrainer,
        restrictions: restrictionKeys.map((key) => ({ key, value: -1 })),
      },
    }))
    .on(organisationAdmin, () => ({ data: { id: ids.owner, email: 'mara@lab.example' } }))
    .on(listSubscriptions, () => page(subscriptions))
    .on(eventStream, () => undefined)
    .on(logout, () => undefined)
    .on(listProjects, () => page(projects))
    .on(getProject, ({ params }) => ({ data: projectNamed('Reference panel', params.projectId) }))
    .on(listUsers, () => page([portalUser('admin'), portalUser('member')]))
    .on(findUsers, ({ body }) => ({
      data: [portalUser('admin'), portalUser('member')].filter(({ id }) => body.data.users.includes(id)),
    }))
    .on(userProjectCounts, () => page([]))
    .on(organisationStorage, () => ({ data: { objectTypes: [], total: { fileCount: 0, size: 0 } } }))
    .on(countUnread, () => ({ data: { count: 0 } }))
    .on(organisationUsage, () => ({ data: [] }))
}

const storeToken = (): void =>
  localStorage.setItem(
    'authToken',
    JSON.stringify({
      accessToken: 'a1',
      expiresIn: 3600,
      refreshToken: 'r1',
      tokenType: 'Bearer',
      expiresAt: Date.now() + 3_600_000,
    }),
  )

let close = async (): Promise<void> => undefined

/** Starts the whole portal at an address, as a browser does; the pages of remotes are stand-ins. */
export const openPortal = async (path: string, options: PortalOptions = {}) => {
  const { as = 'member', width = 1440, height = 1080, reload = () => undefined } = options
  resizeWindow(width, height)
  const server = ContractServer.start()
  answerSession(server, options, { ...portalUser(as ?? 'member'), ...options.user })
  options.answers?.(server)
  if (as) storeToken()
  window.history.replaceState(null, '', path)
  const router = await startPortal({ runtime, reload })
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <MantineProvider theme={theme} env="test">
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </Provider>,
  )
  close = async () => {
    view.unmount()
    router.dispose()
    await endSession()
    client.clear()
    server.close()
  }
  return {
    ...view,
    server,
    router,
    location: () => window.location.pathname + window.location.search,
    resize: (newWidth: number, newHeight = 1080) => act(() => resizeWindow(newWidth, newHeight)),
  }
}

/** Removes everything that belongs to the user before the next test. */
const endSession = async (): Promise<void> => {
  const { logout: endHere } = await import('@lamella/shared/session')
  await endHere()
  store.set(currentUserAtom, null)
  store.set(restrictionsAtom, null)
  store.set(subscriptionsAtom, [])
  store.set(selectedProjectAtom, null)
}

/**
 * For `afterEach`.
 * @throws Error when a call broke the contract or was not expected
 */
export const closePortal = async (): Promise<void> => {
  await close()
  close = async () => undefined
  localStorage.clear()
  sessionStorage.clear()
}
