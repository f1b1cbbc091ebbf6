import { annotationLimits, defaultRegionName } from '@lamella/shared/contract'
import { boxOf, type Geometry, polygonsOf } from '@lamella/shared/geometry'
import { formatNumber } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { TextInput } from '@mantine/core'
import { IconPolygon, IconSquare } from '@tabler/icons-react'
import { useState } from 'react'
import type { DrawnObject } from './drawn-objects.ts'
import css from './regions-panel.module.css'

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

const isBox = ({ geometry }: DrawnObject): boolean => {
  const [ring = [], ...holes] = geometry.type === 'Polygon' ? geometry.coordinates : []
  const xs = new Set(ring.map(([x]) => x))
  const ys = new Set(ring.map(([, y]) => y))
  return holes.length === 0 && ring.length === 5 && xs.size === 2 && ys.size === 2
}

const Content = ({ regions, canAnnotate, size, selected, onSelect, onRename }: PanelOptions) => {
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
        return (
          <li key={id} className={css.region} data-selected={isSelected || undefined}>
            <button type="button" className={css.row} aria-pressed={isSelected} onClick={() => onSelect(id)}>
              <Icon size={16} stroke={1.6} aria-hidden />
              <bdi className={css.name} data-unnamed={name === defaultRegionName || undefined}>
                {name}
              </bdi>
              <span>{areaText(region, size)}</span>
            </button>
            {isSelected && (
              <div className={css.details}>
                {canAnnotate && <NameField key={name} name={name ?? ''} onName={(next) => onRename(region, next)} />}
                <Facts region={region} size={size} />
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
