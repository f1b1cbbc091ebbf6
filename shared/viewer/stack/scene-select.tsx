import type { ImageView } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import css from './scene-select.module.css'

interface SceneSelectProps {
  scenes: NonNullable<ImageView['scenes']>
  /** Index of the scene that is shown. */
  scene: number
  onScene: (scene: number) => void
}

/** Chooses one of the separate images of a file. */
export const SceneSelect = ({ scenes, scene, onScene }: SceneSelectProps) => (
  <select
    className={css.scenes}
    aria-label="Scene"
    value={scene}
    onChange={({ currentTarget }) => onScene(Number(currentTarget.value))}
  >
    {scenes.map(({ name, width, height }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the index is what tells scenes apart, and they never change
      <option key={index} value={index}>
        {name}, {formatNumber(width)} × {formatNumber(height)} px
      </option>
    ))}
  </select>
)
