import * as contract from '@lamella/shared/contract'
import { layerAnswer } from '@lamella/shared/testing/annotation-layer.ts'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { sampleProject } from '../../../test/sample-result.ts'
import ViewerPage from './viewer-page.tsx'

const projectId = '019aa000-0000-7000-8000-b00000000001'
const imageId = '019aa000-0000-7000-8000-c00000000001'

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: sampleProject() }))
    .on(contract.getImage, () => ({ data: sampleImage({ id: imageId }) }))
    .on(contract.getImageView, () => ({ data: sampleView() }))
    .on(contract.announcePresence, () => undefined)
    .on(contract.getAnnotationLayer, () => layerAnswer([]))
    .on(contract.listLabelSets, () => ({ data: [], links: { next: null } }))
    .on(contract.listLabels, () => ({ data: [], links: { next: null } }))
    .on(contract.listImages, () => ({ data: [], links: { next: null } }))
})
afterEach(() => server.close())

// In a file of its own: what is lazy is so only the first time.
test('the first picture comes with the name of the image, and nothing in its place before, where the code is there', async () => {
  await import('../../features/viewer/project-viewer.tsx')
  const pictures: boolean[] = []
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('heading', { level: 1 })) pictures.push(screen.queryByRole('application') !== null)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/viewer" element={<ViewerPage />} />
    </Routes>,
    { at: `/projects/${projectId}/viewer?image=${imageId}`, as: 'member' },
  )
  await screen.findByRole('application')
  observer.disconnect()
  expect(pictures).not.toContain(false)
  expect(pictures).toContain(true)
})
