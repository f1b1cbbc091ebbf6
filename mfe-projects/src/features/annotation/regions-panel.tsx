import { annotationLimits, defaultRegionName } from '@lamella/shared/contract'
import { boxOf, type Geometry, polygonsOf } from '@lamella/shared/geometry'
import { formatNumber } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { Checkbox, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconPolygon, IconSquare } from '@tabler/icons-react'
import { useState } from 'react'
import { coverageText } from './coverage.ts'
import type { DrawnObject } from './drawn-objects.ts'
import css from './regions-panel.module.css'
import type { LabelsById } from './use-labels.ts'

/** µm per px; null: not known, and lengths are in pixels. */
type PixelSize = { x: number; y: number } | null

interface PanelOptions {
  /** Of the scene that is shown. */
  regions: readonly DrawnObject[]
  canAnnotate: boolean
  size: PixelSize
  selected: string | null
  onSelect: (id: string) => void
  onRename: (region: DrawnObject, name: string) => void
  /** Of the project. */
  labels: LabelsById
  /** Called with the ids of all labels that a region is exhaustively annotated for. */
  onMark: (region: DrawnObject, labels: readonly string[]) => void
}

/** Stored with Enter or when the field is left, given up with Escape; without a text it is the name of those that have none. */
const NameField = ({ name, onName }: { name: string; onName: (name: string) => void }) => {
  const [typed, setTyped] = useState(name)
  const commit = (): void => {
    const next = typed.trim() || defaultRegionName
    setTyped(next)
    if (next !== name) onName(next)
  }
  return (
    <TextInput
      label="Name"
      size="xs"
      classNames={{ input: css.field }}
      value={typed}
      maxLength={annotationLimits.regionName}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={commit}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
        if (key === 'Escape') setTyped(name)
      }}
    />
  )
}

/** A length or an area with few digits: whole pixels, tenths of µm. */
const rounded = (value: number, size: PixelSize): string => formatNumber(size ? value : Math.round(value), size ? 1 : 0)

const perimeterOf = (geometry: Geometry, { x, y }: { x: number; y: number }): number => {
  const lengths = polygonsOf(geometry).flatMap((rings) =>
    rings.flatMap((ring) =>
      ring.slice(1).map(([toX, toY], at) => {
        const [fromX, fromY] = ring[at] ?? [toX, toY]
        return Math.hypot((toX - fromX) * x, (toY - fromY) * y)
      }),
    ),
  )
  return lengths.reduce((sum, length) => sum + length, 0)
}

const areaText = ({ area }: DrawnObject, size: PixelSize): string =>
  `${rounded(area * (size ? size.x * size.y : 1), size)} ${size ? 'µm²' : 'px²'}`

const Facts = ({ region, size }: { region: DrawnObject; size: PixelSize }) => {
  const { x, y } = size ?? { x: 1, y: 1 }
  const [left, top, right, bottom] = boxOf(region.geometry)
  const unit = size ? 'µm' : 'px'
  const facts = [
    ['Area', areaText(region, size)],
    ['Perimeter', `${rounded(perimeterOf(region.geometry, { x, y }), size)} ${unit}`],
    [`Size, ${unit}`, `${rounded((right - left) * x, size)} × ${rounded((bottom - top) * y, size)}`],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type MarksProps = Pick<PanelOptions, 'labels' | 'canAnnotate' | 'onMark'> & { region: DrawnObject }

/** Labels of which everything in the region is annotated. */
const Marks = ({ region, labels, canAnnotate, onMark }: MarksProps) => {
  const marked = region.labels.filter((id) => labels.has(id))
  const isFull = marked.length >= annotationLimits.labels
  if (labels.size === 0) return null
  return (
    <fieldset className={css.marks}>
      <legend>Exhaustively annotated for</legend>
      {[...labels.values()].map(({ id, name, color }) => (
        <Checkbox
          key={id}
          size="xs"
          classNames={{ root: css.mark, label: css.markLabel }}
          label={
            <>
              <span className={css.swatch} style={{ backgroundColor: color }} />
              <bdi>{name}</bdi>
            </>
          }
          checked={marked.includes(id)}
          disabled={!canAnnotate || (isFull && !marked.includes(id))}
          onChange={({ currentTarget }) =>
            onMark(region, currentTarget.checked ? [...marked, id] : marked.filter((other) => other !== id))
          }
        />
      ))}
      <p className={css.note}>
        A change inside takes the marks away. Training reads unmarked labels as unknown, not as absent.
      </p>
    </fieldset>
  )
}

const isBox = ({ geometry }: DrawnObject): boolean => {
  const [ring = [], ...holes] = geometry.type === 'Polygon' ? geometry.coordinates : []
  const xs = new Set(ring.map(([x]) => x))
  const ys = new Set(ring.map(([, y]) => y))
  return holes.length === 0 && ring.length === 5 && xs.size === 2 && ys.size === 2
}

const Content = ({ regions, canAnnotate, size, selected, onSelect, onRename, labels, onMark }: PanelOptions) => {
  if (regions.length === 0) {
    return (
      <p className={css.none}>{canAnnotate ? 'There are none. Draw one by “Draw a region” (G).' : 'There are none.'}</p>
    )
  }
  return (
    <ul className={css.list}>
      {regions.map((region) => {
        const { id, name } = region
        const isSelected = id === selected
        const Icon = isBox(region) ? IconSquare : IconPolygon
        const coverage = coverageText(region, labels)
        const Mark = coverage ? IconCircleCheck : IconCircleDashed
        return (
          <li key={id} className={css.region} data-selected={isSelected || undefined}>
            <button type="button" className={css.row} aria-pressed={isSelected} onClick={() => onSelect(id)}>
              <Icon size={16} stroke={1.6} aria-hidden />
              <bdi className={css.name} data-unnamed={name === defaultRegionName || undefined}>
                {name}
              </bdi>
              <span>{areaText(region, size)}</span>
              {labels.size > 0 && (
                <span className={css.coverage}>
                  <Mark size={14} stroke={1.6} aria-hidden />
                  {coverage ?? 'not marked'}
                </span>
              )}
            </button>
            {isSelected && (
              <div className={css.details}>
                {canAnnotate && <NameField key={name} name={name ?? ''} onName={(next) => onRename(region, next)} />}
                <Facts region={region} size={size} />
                <Marks region={region} labels={labels} canAnnotate={canAnnotate} onMark={onMark} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Viewer panel of the regions of interest of the image: parts of it that are analysed, or on which models are trained. */
export const regionsPanel = (options: PanelOptions): ViewerPanel => ({
  id: 'regions',
  title: 'Regions of interest',
  count: options.regions.length,
  render: () => <Content {...options} />,
})
