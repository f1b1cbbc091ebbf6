import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor } from '@testing-library/react'
import UploadPage from './upload-page.tsx'

test('D1-6-25 a guest is told to write to the admin, and gets no wizard', async () => {
  const server = ContractServer.start()
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
    .on(contract.organisationStorage, () => ({ data: { objectTypes: [], total: { fileCount: 0, size: 0 } } }))
    .on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '20GB' } }))
  renderPage(<UploadPage />, { at: '/datastorage/upload', as: 'guest' })
  expect(screen.getByText('As a guest of this organization you cannot upload images.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByText('Contact Admin').closest('a')).toHaveAttribute('href', 'mailto:mara@lab.example'),
  )
  expect(screen.queryByText('Choose Project')).not.toBeInTheDocument()
  server.close()
})
