import { provenanceLabel, provenanceText } from './provenance-text.ts'

test.each([
  ['application', 'Application'],
  ['imageSha256', 'Image SHA-256'],
  ['nucleusDiameterUm', 'Nucleus diameter (µm)'],
  ['nucleusDiameterPx', 'Nucleus diameter (px)'],
  ['dabOdCuts', 'DAB OD cuts'],
  ['params', 'Parameters'],
  ['zPlane', 'Z plane'],
  ['timePoint', 'Time point'],
])('%s reads "%s"', (key, label) => {
  expect(provenanceLabel(key)).toBe(label)
})

test.each([
  ['dab-scoring 1.0.0', 'dab-scoring 1.0.0'],
  [0.123456789, '0.123456789'],
  [null, '–'],
  [[239, 238, 239], '239, 238, 239'],
  [{ weak: 0.2, strong: 0.6 }, 'weak 0.2; strong 0.6'],
  [{ hematoxylin: [0.65, 0.7], dab: [0.27, 0.57] }, 'hematoxylin 0.65, 0.7; DAB 0.27, 0.57'],
  [{ outsideSheets: 0.2421875, inSheets: 1 }, 'outside continuous DAB areas 0.2421875; inside continuous DAB areas 1'],
  [{ dabOdCuts: 1 }, 'DAB OD cuts 1'],
  [[[1, 2], [3]], '(1, 2), (3)'],
])('%j reads "%s"', (value, text) => {
  expect(provenanceText(value)).toBe(text)
})
