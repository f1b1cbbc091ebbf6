import { screen } from '@testing-library/react'
import { sampleChannelsView, sampleView } from '../../testing/sample-image.ts'
import { renderUi } from '../../ui/test-render.tsx'
import { initialChannels } from '../tiles/channel-settings.ts'
import { StatusLine } from './status-line.tsx'

const view = sampleChannelsView()
const channels = initialChannels(view)
const exactly = (values: (number | null)[]) => ({ values, isExact: true })
const line = () => screen.getByRole('contentinfo')

test('shows size and pixel size while the pointer is elsewhere', () => {
  const image = { pixelSize: { x: 0.325, y: 0.325 }, depth: 16 }
  renderUi(<StatusLine image={image} view={view} pointer={null} read={exactly([])} channels={channels} />)
  expect(line()).toHaveTextContent(/^1,000 × 800 px0.325 µm\/px16 bit$/)
})

test('shows both pixel sizes where they differ', () => {
  const image = { pixelSize: { x: 1, y: 0.5 }, depth: 16 }
  renderUi(<StatusLine image={image} view={view} pointer={null} read={exactly([])} channels={channels} />)
  expect(line()).toHaveTextContent(/^1,000 × 800 px1\.000 × 0\.500 µm\/px16 bit$/)
})

test('shows position in micrometres and true values under the pointer', () => {
  const image = { pixelSize: { x: 0.5, y: 0.25 }, depth: null }
  renderUi(
    <StatusLine image={image} view={view} pointer={{ x: 11, y: 11 }} read={exactly([512, 1024])} channels={channels} />,
  )
  expect(line()).toHaveTextContent(/^x 5.5 y 2.8 µmDAPI 512FITC 1,0241,000/)
})

test('shows the position in pixels without a known pixel size, and leaves out values that are not loaded', () => {
  const image = { pixelSize: null, depth: null }
  renderUi(
    <StatusLine image={image} view={view} pointer={{ x: 11, y: 12 }} read={exactly([null, 7])} channels={channels} />,
  )
  expect(line()).toHaveTextContent(/^x 11 y 12 pxFITC 71,000 × 800 px$/)
})

const inPixels = { pixelSize: null, depth: null }

test('floats are shown as floats', () => {
  const floats = sampleChannelsView({ sampleFormat: 'float32' })
  const values = [0.123_456, 1024]
  renderUi(
    <StatusLine image={inPixels} view={floats} pointer={{ x: 1, y: 2 }} read={exactly(values)} channels={channels} />,
  )
  expect(line()).toHaveTextContent(/^x 1 y 2 pxDAPI 0.12346FITC 1,024/)
})

test('an RGB image has red, green and blue', () => {
  const colors = sampleView()
  const single = initialChannels(colors)
  renderUi(
    <StatusLine
      image={inPixels}
      view={colors}
      pointer={{ x: 1, y: 2 }}
      read={exactly([231, 0, 9])}
      channels={single}
    />,
  )
  expect(line()).toHaveTextContent(/^x 1 y 2 pxR 231G 0B 9/)
})

test('values of a picture that is stored with loss are about so much', () => {
  const colors = sampleView()
  const read = { values: [231, 0, 9], isExact: false }
  renderUi(<StatusLine image={inPixels} view={colors} pointer={{ x: 1, y: 2 }} read={read} channels={[]} />)
  expect(line()).toHaveTextContent(/^x 1 y 2 pxR ≈ 231G ≈ 0B ≈ 9/)
  expect(screen.getAllByTitle('About: the picture is stored with loss')).toHaveLength(3)
})

test('a channel that is off has no value', () => {
  const off = channels.map((channel) => ({ ...channel, visible: channel.index === 1 }))
  renderUi(<StatusLine image={inPixels} view={view} pointer={{ x: 1, y: 2 }} read={exactly([5, 7])} channels={off} />)
  expect(line()).toHaveTextContent(/^x 1 y 2 pxFITC 7/)
})
