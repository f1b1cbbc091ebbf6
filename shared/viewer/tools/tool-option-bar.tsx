import { useSyncExternalStore } from 'react'
import type { ToolOption } from './tool-option.ts'
import css from './tool-option-bar.module.css'

/** The option of the active tool, over the picture. */
export const ToolOptionBar = ({ option }: { option: ToolOption }) => {
  const value = useSyncExternalStore(option.subscribe, () => option.value)
  const words = `${value} ${option.unit}`.trim()
  return (
    <label className={css.option}>
      <span>{option.label}</span>
      <input
        type="range"
        min={option.least}
        max={option.most}
        value={value}
        aria-valuetext={words}
        onChange={({ currentTarget }) => option.set(currentTarget.valueAsNumber)}
      />
      <output>{words}</output>
    </label>
  )
}
