import type { Measurement } from './measurement.ts'

const keyOf = (place: string): string => `lamella.measurements.${place}`
const kinds = ['line', 'area', 'angle']

const isPoint = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)

const isMeasurement = (value: unknown): value is Measurement => {
  if (typeof value !== 'object' || value === null) return false
  const { id, kind, points } = value as Partial<Record<keyof Measurement, unknown>>
  return Number.isInteger(id) && kinds.includes(String(kind)) && Array.isArray(points) && points.every(isPoint)
}

/** The measurements that this tab has kept of an image; what is not readable is left out. */
export const readMeasurements = (place: string): readonly Measurement[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isMeasurement) : []
  } catch {
    return []
  }
}

/** Keeps the measurements of an image until the tab is closed. Without room they are only on the screen. */
export const keepMeasurements = (place: string, list: readonly Measurement[]): void => {
  try {
    if (list.length === 0) sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), JSON.stringify(list))
  } catch {
    // Private mode, or no room.
  }
}
