import { retiredVersion } from '../application.ts'
import { nuclei } from './application.ts'

export const retiredNuclei = ['1.2.0', '1.1.0', '1.0.0'].map((version) => retiredVersion(nuclei, { version }))
