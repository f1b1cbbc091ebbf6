export { cultureScene } from './culture.ts'
export { glandsScene } from './glands.ts'
export { spindleScene } from './spindle.ts'
