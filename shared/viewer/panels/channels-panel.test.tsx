import type { ImageView } from '@lamella/shared/contract'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { sampleChannel, sampleChannelsView } from '../../testing/sample-image.ts'
import { renderUi } from '../../ui/test-render.tsx'
import { type ChannelSetting, initialChannels } from '../tiles/channel-settings.ts'
import { channelsPanel } from './channels-panel.tsx'
import { PanelList } from './panel-list.tsx'

let shown: readonly ChannelSetting[]

const Panel = ({ view }: { view: ImageView }) => {
  const [channels, setChannels] = useState(() => initialChannels(view))
  shown = channels
  return <PanelList panels={[channelsPanel(view, channels, setChannels)]} />
}

const open = async (view = sampleChannelsView()) => {
  const user = userEvent.setup()
  renderUi(<Panel view={view} />)
  await screen.findAllByRole('slider')
  return { user, panel: within(screen.getByRole('region', { name: 'Channels' })) }
}

const checkbox = (name: RegExp) => screen.getByRole('checkbox', { name })
const lower = (name: string) => screen.getByRole('slider', { name: `Lower end of ${name}` })
const upper = (name: string) => screen.getByRole('slider', { name: `Upper end of ${name}` })

const focus = (slider: HTMLElement) => act(() => slider.focus())

const few = sampleChannel({ range: { min: 0, max: 4 }, auto: { min: 1, max: 3 } })

test('each channel is on, with its name and range', async () => {
  const { panel } = await open()
  expect(panel.getByRole('heading', { name: 'Channels' })).toBeVisible()
  expect(checkbox(/^DAPI 100 – 900$/)).toBeChecked()
  expect(checkbox(/^FITC 100 – 900$/)).toBeChecked()
})

test('a range of floats has decimals', async () => {
  const channels = [sampleChannel({ range: { min: 0, max: 1 }, auto: { min: 0.1, max: 0.75 } })]
  await open(sampleChannelsView({ sampleFormat: 'float32', channels }))
  expect(checkbox(/^DAPI 0.1 – 0.75$/)).toBeChecked()
})

test('a channel is switched off and on, alone', async () => {
  const { user } = await open()
  await user.click(checkbox(/FITC/))
  expect(shown.map(({ visible }) => visible)).toEqual([true, false])
  await user.click(checkbox(/FITC/))
  expect(shown.map(({ visible }) => visible)).toEqual([true, true])
})

test('the ends of a range move by the keyboard, in whole steps where samples are whole', async () => {
  const { user } = await open()
  focus(lower('DAPI'))
  await user.keyboard('{ArrowRight}')
  focus(upper('FITC'))
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(shown.map(({ min, max }) => [min, max])).toEqual([
    [101, 900],
    [100, 898],
  ])
})

test('the ends stay within the values of the picture and apart from each other', async () => {
  const { user } = await open(sampleChannelsView({ channels: [few] }))
  focus(lower('DAPI'))
  await user.keyboard('{ArrowLeft>3/}')
  expect(shown[0]).toMatchObject({ min: 0, max: 3 })
  await user.keyboard('{ArrowRight>9/}')
  // At the end of the values the upper end is pushed, and one step remains between them.
  expect(shown[0]).toMatchObject({ min: 3, max: 4 })
})

test('auto contrast resets the ranges, and nothing else', async () => {
  const { user } = await open()
  await user.click(checkbox(/FITC/))
  focus(lower('DAPI'))
  await user.keyboard('{ArrowRight}')
  expect(shown[0]?.min).toBe(101)
  await user.click(screen.getByRole('button', { name: 'Auto contrast' }))
  expect(shown).toMatchObject([
    { min: 100, max: 900, visible: true },
    { min: 100, max: 900, visible: false },
  ])
})

describe('the look of a channel', () => {
  test('its colours, gamma and inversion change alone', async () => {
    const { user } = await open()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Colours of DAPI' }), 'Viridis')
    await user.click(screen.getByRole('button', { name: 'Invert FITC' }))
    expect(screen.getByRole('button', { name: 'Invert FITC', pressed: true })).toBeVisible()
    const gamma = screen.getByRole('spinbutton', { name: 'Gamma of FITC' })
    await user.clear(gamma)
    await user.type(gamma, '0.85')
    expect(shown).toMatchObject([
      { map: 'viridis', gamma: 1, invert: false, min: 100, max: 900, visible: true },
      { map: 'channel', gamma: 0.85, invert: true, min: 100, max: 900, visible: true },
    ])
  })

  test('what is no gamma changes nothing, and is replaced on leaving', async () => {
    const { user } = await open()
    const gamma = screen.getByRole('spinbutton', { name: 'Gamma of DAPI' })
    await user.clear(gamma)
    await user.type(gamma, '99')
    // 9 is beyond the largest gamma too.
    expect(shown[0]?.gamma).toBe(1)
    await user.tab()
    expect(gamma).toHaveValue(1)
  })

  test('auto contrast is that of one channel', async () => {
    const { user } = await open()
    for (const name of ['DAPI', 'FITC']) {
      focus(lower(name))
      await user.keyboard('{ArrowRight}')
    }
    await user.click(screen.getByRole('button', { name: 'Auto contrast of FITC' }))
    expect(shown.map(({ min }) => min)).toEqual([101, 100])
  })

  test('RGB samples have no other colours', async () => {
    await open(sampleChannelsView({ samplesPerPixel: 3, channels: [sampleChannel({ name: 'RGB' })] }))
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
    expect(screen.getByRole('spinbutton', { name: 'Gamma of RGB' })).toBeVisible()
  })
})

test('a picture of one value has a visible range', async () => {
  const flat = sampleChannel({ range: { min: 7, max: 7 }, auto: { min: 7, max: 7 }, histogram: [9] })
  await open(sampleChannelsView({ channels: [flat] }))
  expect(checkbox(/^DAPI 7 – 7$/)).toBeChecked()
  expect(lower('DAPI')).toHaveAttribute('aria-valuenow', '7')
})

describe('more than eight channels', () => {
  const many = Array.from({ length: 21 }, (_, index) => sampleChannel({ index, name: `Marker ${index + 1}` }))
  const names = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)

  test('are folded, and it is said how many are on', async () => {
    const { user, panel } = await open(sampleChannelsView({ channels: many }))
    expect(panel.getByRole('status')).toHaveTextContent('4 of 21 channels are on.')
    expect(names()).toHaveLength(8)
    const fold = screen.getByRole('button', { name: 'Show 13 more channels' })
    expect(fold).toHaveAttribute('aria-expanded', 'false')
    await user.click(fold)
    expect(names()).toHaveLength(21)
    await user.click(checkbox(/Marker 17/))
    expect(panel.getByRole('status')).toHaveTextContent('5 of 21 channels are on.')
    await user.click(screen.getByRole('button', { name: 'Show fewer channels' }))
    expect(names()).toHaveLength(8)
    expect(screen.getByRole('button', { name: 'Show 13 more channels, 1 on' })).toBeVisible()
  })

  test('have a histogram while they are on', async () => {
    const { user } = await open(sampleChannelsView({ channels: many }))
    expect(screen.getAllByRole('slider')).toHaveLength(2 * 4)
    await user.click(checkbox(/Marker 8/))
    expect(await screen.findByRole('slider', { name: 'Upper end of Marker 8' })).toBeInTheDocument()
  })

  test('eight are not', async () => {
    await open(sampleChannelsView({ channels: many.slice(0, 8) }))
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(screen.getAllByRole('slider')).toHaveLength(2 * 8)
  })
})
