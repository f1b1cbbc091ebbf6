import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import CompareDialog from './compare-dialog.tsx'

const image = sampleImage()
const others = ['b.tif', 'c.tif'].map((name, index) =>
  sampleImage({ id: `019aa000-0000-7000-8000-c0000000009${index}`, name, thumbnailUrl: null }),
)

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start().on(contract.listImages, () => ({ data: [image, ...others], links: { next: null } }))
})
afterEach(() => server.close())

test('the button says how many images are compared, as soon as there is one beside the open one', async () => {
  const at = '/?image=old&t=2&channels=0'
  const { location } = renderPage(<CompareDialog image={image} onClose={() => undefined} />, { at })
  const boxes = await screen.findAllByRole('checkbox')
  expect(screen.getByRole('button', { name: /^Compare/ })).toHaveTextContent(/^Compare images$/)
  expect(screen.getByRole('button', { name: /^Compare/ })).toBeDisabled()
  for (const box of boxes) await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: 'Compare 3 images' }))
  // The open image keeps its view.
  const search = new URLSearchParams({
    image: image.id,
    t: '2',
    channels: '0',
    with: others.map(({ id }) => id).join(','),
  })
  expect(location()).toBe(`/?${search}`)
})
