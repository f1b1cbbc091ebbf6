import type { ZChoice } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { keyNameOf } from '../actions/key-name.ts'
import css from './z-bar.module.css'

export interface ZBarProps {
  /** Number of planes. */
  planes: number
  /** The plane that is shown. */
  plane: ZChoice
  hasMaximum: boolean
  onPlane: (plane: ZChoice) => void
  /** Element whose keys belong to the stack. */
  viewer: HTMLElement | null
}

/** Slider through the Z planes of a stack, and its maximum projection where there is one. */
export const ZBar = ({ planes, plane, hasMaximum, onPlane, viewer }: ZBarProps) => {
  /** To which the plane returns from the projection. */
  const [last, setLast] = useState(plane === 'max' ? Math.floor((planes - 1) / 2) : plane)
  const isMaximum = plane === 'max'
  const index = isMaximum ? last : plane
  const goTo = (next: number): void => {
    const nearest = Math.min(Math.max(next, 0), planes - 1)
    setLast(nearest)
    onPlane(nearest)
  }
  const project = (wanted: boolean): void => {
    if (!isMaximum) setLast(index)
    onPlane(wanted ? 'max' : index)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Sliders have these keys themselves.
    const isSlider = event.target instanceof Element && event.target.closest('[type="range"], [role="slider"]') !== null
    const key = keyNameOf(event)
    if (key === 'k' || (key === 'PageUp' && !isSlider)) goTo(index + 1)
    else if (key === 'j' || (key === 'PageDown' && !isSlider)) goTo(index - 1)
    else if (key === 'm' && hasMaximum) project(!isMaximum)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    viewer?.addEventListener('keydown', onKey)
    return () => viewer?.removeEventListener('keydown', onKey)
  }, [viewer])

  const choices = [
    ['Plane', false],
    ['Maximum', true],
  ] as const
  return (
    <>
      {hasMaximum && (
        <fieldset className={css.projection} aria-label="Z projection">
          {choices.map(([label, wanted]) => (
            <button
              key={label}
              type="button"
              aria-pressed={isMaximum === wanted}
              aria-keyshortcuts="m"
              onClick={() => project(wanted)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      <section className={css.bar} aria-label="Z planes" data-off={isMaximum || undefined}>
        <span className={css.place}>
          z <b>{isMaximum ? 'max' : formatNumber(index + 1)}</b> of {formatNumber(planes)}
        </span>
        <input
          type="range"
          className={css.slider}
          min={1}
          max={planes}
          value={index + 1}
          aria-label="Z plane"
          aria-orientation="vertical"
          aria-valuetext={
            isMaximum
              ? `Maximum of ${formatNumber(planes)} planes`
              : `${formatNumber(index + 1)} of ${formatNumber(planes)}`
          }
          onChange={(event) => goTo(event.currentTarget.valueAsNumber - 1)}
        />
      </section>
    </>
  )
}
