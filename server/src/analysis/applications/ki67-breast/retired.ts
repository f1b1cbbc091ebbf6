import { retiredVersion } from '../application.ts'
import { ki67Breast } from './application.ts'

export const retiredKi67Breast = ['1.2.0', '1.1.0', '1.0.0'].map((version) => retiredVersion(ki67Breast, { version }))
