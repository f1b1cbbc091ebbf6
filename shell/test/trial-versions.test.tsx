import {
  assignedVersions,
  endPreview,
  previewRelease,
  type Registry,
  type Release,
  releaseHistory,
  reportVersion,
} from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, openPortal, type PortalOptions, registryFile, registryWith } from './open-portal.tsx'

afterEach(async () => {
  await closePortal()
  for (const name of ['lamella_assigned', 'lamella_share']) setCookie(`${name}=; Max-Age=0`)
})

const setCookie = (cookie: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal does
  document.cookie = `${cookie}; Path=/`
}

const entry = (app: string, version: string, traffic: number): Release => {
  const [release] = registryWith().microFrontends[app] ?? []
  if (!release) throw new Error(`There is no ${app}`)
  return {
    ...release,
    url: `/remotes/${app}/${version}/mf-manifest.json`,
    metadata: { version, integrity: 'sha256-x' },
    deployment: { traffic, default: traffic === 100 },
  }
}

/** Projects 1.1.0 is on trial for named users only. */
const withTrial = (): Registry => {
  const registry = registryWith()
  registry.microFrontends.projects = [entry('projects', '1.0.0', 100), entry('projects', '1.1.0', 0)]
  return registry
}

/** Opens the portal, whose server gives the user these versions. */
const openWith = (path: string, versions: Record<string, string>, options: PortalOptions = {}) => {
  const reports: unknown[] = []
  const asked: number[] = []
  const opened = openPortal(path, {
    ...options,
    answers: (server) => {
      server
        .on(registryFile, withTrial)
        .on(assignedVersions, () => {
          asked.push(Date.now())
          return { data: { versions } }
        })
        .on(reportVersion, ({ body }) => {
          reports.push(...body.data.reports)
          return undefined
        })
      options.answers?.(server)
    },
  })
  return { opened, reports, asked }
}

test('a version on trial for named users is not for browsers that know nothing of it', async () => {
  const { opened } = openWith('/projects', {}, { as: 'member' })
  await opened
  await screen.findByRole('heading', { name: /Page/ })
  expect(document.cookie).not.toContain('lamella_assigned')
})

test('the user gets what the server gives them, this browser keeps it, and it is reported once', async () => {
  const { opened, reports } = openWith('/projects', { projects: '1.1.0' })
  await opened
  await screen.findByRole('heading', { name: /Page/ })
  expect(document.cookie).toContain('lamella_assigned=projects@1.1.0')
  await waitFor(() => expect(reports).toEqual([{ app: 'projects', version: '1.1.0', outcome: 'load' }]))
})

test('without an answer the portal starts as before', async () => {
  const { opened } = openWith(
    '/projects',
    {},
    {
      answers: (server) => server.on(assignedVersions, () => new Refusal('ERR_0404')),
    },
  )
  await opened
  expect(await screen.findByRole('heading', { name: /Page/ })).toBeInTheDocument()
})

test('without a trial nobody asks', async () => {
  await openPortal('/projects')
  expect(await screen.findByRole('heading', { name: /Page/ })).toBeInTheDocument()
})

test('the end of the session removes what the user got', async () => {
  const { opened } = openWith('/projects', { projects: '1.1.0' })
  await opened
  expect(document.cookie).toContain('lamella_assigned')
  act(() => bus.emit('session/ended', { reason: 'logout' }))
  expect(document.cookie).not.toContain('lamella_assigned=projects')
})

describe('A preview', () => {
  const preview = () => sessionStorage.getItem('lamella.preview')
  const published = {
    data: [
      {
        at: '2026-11-20T12:00:00.000Z',
        action: 'publish' as const,
        version: '2.15.0',
        traffic: null,
        actor: 'Jonas Weber',
      },
    ],
    links: { next: null },
  }

  test('is kept for the tab of an operator, whose next page runs it and says so until they end it', async () => {
    const reload = jest.fn()
    const wished: unknown[] = []
    const answers: PortalOptions['answers'] = (server) =>
      server
        .on(releaseHistory, () => published)
        .on(previewRelease, ({ params }) => {
          wished.push(params)
          return { data: entry('projects', '2.15.0', 0) }
        })
    const user = { operator: true } as const
    await openPortal('/projects?preview=projects@2.15.0', { user, reload, answers })
    const dialog = await screen.findByRole('dialog', { name: 'Preview projects 2.15.0?' })
    expect(await within(dialog).findByText(/Published by Jonas Weber at 2026-11-20 /)).toBeVisible()
    expect(wished).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(wished).toEqual([{ app: 'projects', version: '2.15.0' }])
    expect(window.location.search).toBe('')
    const kept = preview()
    expect(kept).toContain('2.15.0')

    await closePortal()
    sessionStorage.setItem('lamella.preview', kept ?? '')
    const again = await openPortal('/projects', { user, reload: reload.mockClear() })
    expect(await screen.findByText('Preview of projects 2.15.0')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'End preview' }))
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(preview()).toBeNull()
    // Only a shell is the server's to end.
    expect(again.server.calls).not.toContain(`POST ${endPreview.path}`)
  })

  test('that the operator does not want is never asked for, also not by the next page', async () => {
    const user = { operator: true } as const
    const answers: PortalOptions['answers'] = (server) => server.on(releaseHistory, () => published)
    const { server } = await openPortal('/projects?preview=projects@2.15.0', { user, answers })
    const dialog = await screen.findByRole('dialog', { name: 'Preview projects 2.15.0?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(server.calls).not.toContain('POST /api/v1/releases/projects/2.15.0/preview')
    expect([preview(), sessionStorage.getItem('lamella.preview-wish')]).toEqual([null, null])
  })

  test('is not asked for by other users, whose tab keeps nothing of it', async () => {
    sessionStorage.setItem('lamella.preview', JSON.stringify({ projects: entry('projects', '2.15.0', 0) }))
    await openPortal('/projects?preview=projects@2.15.0')
    expect(await screen.findByRole('heading', { name: /Page/ })).toBeInTheDocument()
    expect(screen.queryByText(/^Preview of/)).not.toBeInTheDocument()
    expect(preview()).toBeNull()
  })
})
