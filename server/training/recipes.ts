import { join } from 'node:path'
import type { Sampling } from '../src/learning/augmentation/sample-patch.ts'
import type { Pool } from '../src/learning/dataset/dataset-file.ts'
import { type InputKind, NUCLEUS_HEAD_COUNTS } from '../src/learning/network-input.ts'
import type { TrainingPlan } from '../src/learning/training/train.ts'
import { readNucleiDsb2018 } from './nuclei-dsb2018.ts'
import { makeSyntheticFields } from './synthetic-fields.ts'

/** All that a base model is made of. */
export interface Recipe {
  input: InputKind
  plan: TrainingPlan
  sampling: Omit<Sampling, 'side'>
  /** @param data folder of the CC0 images */
  pools(data: string): Promise<Pool[]>
}

const plan = { heads: NUCLEUS_HEAD_COUNTS, patch: 128, batch: 8, rate: 3e-3, seed: 1 }
const SYNTHETIC_SEED = 11

export const recipes = {
  fluorescence: {
    input: 'intensity',
    plan: { ...plan, network: { channels: 1, widths: [16, 32, 64, 96] }, steps: 700, threads: 1 },
    sampling: { diameter: 24, scale: 0.4 },
    pools: async (data) => [
      { share: 1, fields: await readNucleiDsb2018(join(data, 'nuclei_dsb2018'), 'fluo', 'train') },
    ],
  },
  stained: {
    input: 'absorption',
    plan: { ...plan, network: { channels: 3, widths: [16, 32, 64, 96] }, steps: 3000, threads: 1 },
    sampling: { diameter: 16, scale: 0.6 },
    pools: async (data) => {
      const folder = join(data, 'nuclei_dsb2018')
      return [
        { share: 0.4, fields: await readNucleiDsb2018(folder, 'histology', 'train') },
        { share: 0.1, fields: await readNucleiDsb2018(folder, 'brightfield_gray', 'train') },
        { share: 0.3, fields: await makeSyntheticFields('h-dab', 120, SYNTHETIC_SEED) },
        { share: 0.2, fields: await makeSyntheticFields('h-e', 120, SYNTHETIC_SEED) },
      ]
    },
  },
} as const satisfies Record<string, Recipe>

export type RecipeName = keyof typeof recipes
export const isRecipe = (name: string): name is RecipeName => name in recipes
