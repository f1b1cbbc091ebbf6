import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { type PageOptions, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { uploads } from '@lamella/shared/upload'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import UploadPage from '../src/pages/upload/upload-page.tsx'

export const idOf = (index: number) => `019aa000-0000-7000-8000-0000000000${index.toString(16).padStart(2, '0')}`

export const projectOf = (index: number, changes: Partial<contract.Project> = {}): contract.Project => ({
  id: idOf(index),
  name: `Project ${index}`,
  description: `Stained sections ${index}`,
  owner: portalUser('member').id,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  imageCount: 0,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  ...changes,
})

/** What the server of the wizard knows, and what was said to the user. */
export interface Wizard {
  server: ContractServer
  projects: contract.Project[]
  used: { fileCount: number; size: number }
  toasts: Toast[]
}

/** A server for each test of a file: two projects, nothing used, 20 GB per file, uploads that are never answered. */
export const setUpWizard = (): Wizard => {
  const wizard = { projects: [], toasts: [] } as unknown as Wizard
  const subscription = bus.on('toast/show').subscribe((toast) => wizard.toasts.push(toast))
  afterAll(() => subscription.unsubscribe())
  beforeEach(() => {
    wizard.projects = [projectOf(1), projectOf(2)]
    wizard.used = { fileCount: 0, size: 0 }
    wizard.toasts = []
    wizard.server = ContractServer.start()
      .on(contract.listProjects, () => ({ data: wizard.projects, links: { next: null } }))
      .on(contract.getProject, ({ params }) => ({
        data: wizard.projects.find(({ id }) => id === params.projectId) ?? projectOf(9),
      }))
      .on(contract.organisationStorage, () => ({
        data: { objectTypes: [{ type: 'ImageMedium' as const, ...wizard.used }], total: wizard.used },
      }))
      .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
      .on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '20GB' } }))
      .on(contract.findSameContent, () => ({ data: { sizes: [], images: [] } }))
      .on(contract.createMedium, () => new Promise<never>(() => undefined))
  })
  afterEach(async () => {
    await act(() => uploads.cancelAll())
    act(() => uploads.clear())
    act(() => bus.emit('session/ended', { reason: 'logout' }))
    sessionStorage.clear()
    wizard.server.close()
  })
  return wizard
}

export const openWizard = (options: Partial<PageOptions> = {}) =>
  renderPage(<UploadPage />, { at: '/datastorage/upload', ...options })

/** At the step of the files, with the first project. */
export const openFiles = async (options: Partial<PageOptions> = {}) => {
  const page = openWizard({ at: `/datastorage/upload?project=${idOf(1)}`, ...options })
  await screen.findByRole('button', { name: 'Change project' })
  return page
}

export const summary = () => screen.getByRole('region', { name: 'Upload summary' })
export const pick = async (kind: string, ...files: File[]) =>
  userEvent.upload(await screen.findByLabelText(`Files for ${kind}`), files, { applyAccept: false })
export const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
