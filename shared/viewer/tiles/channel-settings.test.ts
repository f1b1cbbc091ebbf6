import { sampleChannel, sampleChannelsView } from '../../testing/sample-image.ts'
import { drawnColor, initialChannels } from './channel-settings.ts'

test('at first every channel is on, in its colour, over the range of auto contrast', () => {
  expect(initialChannels(sampleChannelsView())).toEqual([
    { index: 0, name: 'DAPI', color: '#0000FF', visible: true, min: 100, max: 900 },
    { index: 1, name: 'FITC', color: '#00FF00', visible: true, min: 100, max: 900 },
  ])
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
