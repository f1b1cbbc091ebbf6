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

const open = (view = sampleChannelsView()) => {
  const user = userEvent.setup()
  renderUi(<Panel view={view} />)
  return { user, panel: within(screen.getByRole('region', { name: 'Channels' })) }
}

const checkbox = (name: RegExp) => screen.getByRole('checkbox', { name })
const lower = (name: string) => screen.getByRole('slider', { name: `Lower end of ${name}` })
const upper = (name: string) => screen.getByRole('slider', { name: `Upper end of ${name}` })

const focus = (slider: HTMLElement) => act(() => slider.focus())

const few = sampleChannel({ range: { min: 0, max: 4 }, auto: { min: 1, max: 3 } })

test('each channel is on, with its name and range', () => {
  const { panel } = open()
  expect(panel.getByRole('heading', { name: 'Channels' })).toBeVisible()
  expect(checkbox(/^DAPI 100 – 900$/)).toBeChecked()
  expect(checkbox(/^FITC 100 – 900$/)).toBeChecked()
})

test('a small range has decimals', () => {
  open(sampleChannelsView({ channels: [sampleChannel({ range: { min: 0, max: 1 }, auto: { min: 0.1, max: 0.75 } })] }))
  expect(checkbox(/^DAPI 0.100 – 0.750$/)).toBeChecked()
})

test('a channel is switched off and on, alone', async () => {
  const { user } = open()
  await user.click(checkbox(/FITC/))
  expect(shown.map(({ visible }) => visible)).toEqual([true, false])
  await user.click(checkbox(/FITC/))
  expect(shown.map(({ visible }) => visible)).toEqual([true, true])
})

test('the ends of a range move by the keyboard, in whole steps where samples are whole', async () => {
  const { user } = open()
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
  const { user } = open(sampleChannelsView({ channels: [few] }))
  focus(lower('DAPI'))
  await user.keyboard('{ArrowLeft>3/}')
  expect(shown[0]).toMatchObject({ min: 0, max: 3 })
  await user.keyboard('{ArrowRight>9/}')
  // At the end of the values the upper end is pushed, and one step remains between them.
  expect(shown[0]).toMatchObject({ min: 3, max: 4 })
})

test('auto contrast resets the ranges, and nothing else', async () => {
  const { user } = open()
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

test('a picture of one value has a visible range', () => {
  const flat = sampleChannel({ range: { min: 7, max: 7 }, auto: { min: 7, max: 7 }, histogram: [9] })
  open(sampleChannelsView({ channels: [flat] }))
  expect(checkbox(/^DAPI 7.000 – 7.000$/)).toBeChecked()
  expect(lower('DAPI')).toHaveAttribute('aria-valuenow', '7')
})
