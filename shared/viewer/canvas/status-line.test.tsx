import { screen } from '@testing-library/react'
import { sampleChannelsView } from '../../testing/sample-image.ts'
import { renderUi } from '../../ui/test-render.tsx'
import { initialChannels } from '../tiles/channel-settings.ts'
import { StatusLine } from './status-line.tsx'

const view = sampleChannelsView()
const channels = initialChannels(view)
const line = () => screen.getByRole('contentinfo')

test('shows size and pixel size while the pointer is elsewhere', () => {
  const image = { pixelSize: { x: 0.325, y: 0.325 }, depth: 16 }
  renderUi(<StatusLine image={image} view={view} pointer={null} values={[]} channels={channels} />)
  expect(line()).toHaveTextContent(/^1,000 × 800 px0.325 µm\/px16 bit$/)
})

test('shows position in micrometres and true values under the pointer', () => {
  const image = { pixelSize: { x: 0.5, y: 0.25 }, depth: null }
  renderUi(<StatusLine image={image} view={view} pointer={{ x: 11, y: 11 }} values={[512, 1024]} channels={channels} />)
  expect(line()).toHaveTextContent(/^x 5.5 y 2.8 µm 512 1,0241,000/)
})

test('shows the position in pixels without a known pixel size, and leaves out values that are not loaded', () => {
  const image = { pixelSize: null, depth: null }
  renderUi(<StatusLine image={image} view={view} pointer={{ x: 11, y: 12 }} values={[null, 7]} channels={channels} />)
  expect(line()).toHaveTextContent(/^x 11 y 12 px 71,000 × 800 px$/)
})
