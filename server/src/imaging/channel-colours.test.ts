import { channelColour } from './channel-colours.ts'

const colours = (count: number) => Array.from({ length: count }, (_, index) => channelColour(index, count))
const blueToMagenta = ['#0000ff', '#00ffff', '#00ff00', '#ffff00', '#ff0000', '#ff00ff']

test('D3-3-23 one channel is grey: the ramp that ends in white', () => {
  expect(colours(1)).toEqual(['#ffffff'])
})

test.each([2, 3, 4, 5, 6])('D3-3-24 %i channels follow blue, cyan, green, yellow, red, magenta', (count) => {
  expect(colours(count)).toEqual(blueToMagenta.slice(0, count))
})

test('D3-3-25 more than six channels have evenly spread hues', () => {
  expect(colours(8)).toEqual(['#ff0000', '#ffbf00', '#80ff00', '#00ff40', '#00ffff', '#0040ff', '#8000ff', '#ff00bf'])
})

test.each([
  [6, 6],
  [-1, 6],
  [0.5, 6],
])('D3-3-26 channel %s of %s is an error', (index, count) => {
  expect(() => channelColour(index, count)).toThrow(RangeError)
})
