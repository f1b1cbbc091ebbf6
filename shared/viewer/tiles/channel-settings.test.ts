import { sampleChannel, sampleChannelsView, sampleView } from '../../testing/sample-image.ts'
import { drawnColor, initialChannels, plainLook } from './channel-settings.ts'

test('at first every channel is on, in its colour, over the range of auto contrast', () => {
  expect(initialChannels(sampleChannelsView())).toEqual([
    { index: 0, name: 'DAPI', color: '#0000FF', visible: true, min: 100, max: 900, ...plainLook },
    { index: 1, name: 'FITC', color: '#00FF00', visible: true, min: 100, max: 900, ...plainLook },
  ])
})

test.each([
  [6, 6],
  [7, 4],
  [21, 4],
])('of %d channels %d are on at first', (count, on) => {
  const channels = Array.from({ length: count }, (_, index) => sampleChannel({ index }))
  const visible = initialChannels(sampleChannelsView({ channels })).map((channel) => channel.visible)
  expect(visible).toEqual(channels.map((_, at) => at < on))
})

test('natural colours are not stretched', () => {
  const channels = [sampleChannel({ range: { min: 20, max: 230 }, auto: { min: 30, max: 200 } })]
  for (const encoding of ['jpeg', 'raw'] as const) {
    expect(initialChannels(sampleView({ encoding, channels }))[0]).toMatchObject({ min: 0, max: 255 })
  }
})

test('a channel without a colour is white', () => {
  const view = sampleChannelsView({ channels: [sampleChannel({ color: null })] })
  expect(initialChannels(view)[0]?.color).toBe('#FFFFFF')
})

test('a pure colour has a lighter swatch, another one its own', () => {
  expect(drawnColor('#0000FF')).not.toBe('#0000FF')
  expect(drawnColor('#0000ff')).toBe(drawnColor('#0000FF'))
  expect(drawnColor('#123456')).toBe('#123456')
})
