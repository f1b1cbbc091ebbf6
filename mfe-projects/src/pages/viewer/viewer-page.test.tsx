import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import ViewerPage from './viewer-page.tsx'

const projectId = '019aa000-0000-7000-8000-b00000000001'
const imageId = '019aa000-0000-7000-8000-c00000000001'
const never = () => new Promise<never>(() => undefined)

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.getProject, never)
    .on(contract.getImage, never)
    .on(contract.getImageView, never)
})
afterEach(() => server.close())

const open = () =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/viewer" element={<ViewerPage />} />
    </Routes>,
    { at: `/projects/${projectId}/viewer?image=${imageId}` },
  )

test('says that an image is being opened, but not when that is quick', async () => {
  open()
  const status = screen.getByRole('status')
  expect(status).toBeEmptyDOMElement()
  expect(await screen.findByText('Opening image')).toBeVisible()
  expect(status).toHaveTextContent('Opening image')
})

test('says that an image is not known', async () => {
  server.on(contract.getImage, () => new Refusal('ERR_0404')).on(contract.getImageView, () => new Refusal('ERR_0404'))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The image could not be openedNot found. Nothing was lost.',
  )
  expect(screen.queryByText('Opening image')).not.toBeInTheDocument()
})
