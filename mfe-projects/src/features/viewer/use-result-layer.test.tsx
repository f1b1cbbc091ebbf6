import type { ObjectOutline } from '@lamella/shared/contract'
import { sampleView } from '@lamella/shared/testing/sample-image.ts'
import { type MapContext, useImageMap } from '@lamella/shared/viewer'
import { act, render } from '@testing-library/react'
import BaseEvent from 'ol/events/Event.js'
import { useState } from 'react'
import { sampleObjects, sampleResult } from '../../../test/sample-result.ts'
import { type ResultOverlay, useResultLayer } from './use-result-layer.ts'

let context: MapContext | null
const spy = {
  id: 'spy',
  mount: (given: MapContext) => {
    context = given
    return () => undefined
  },
}
const spies = [spy]

interface PictureProps {
  overlay?: ResultOverlay
  visible?: boolean
  initial?: ObjectOutline | null
}

let selectedNow: number | null
let layerNow: ReturnType<typeof useResultLayer>['layer']

const view = sampleView()
const sample: ResultOverlay = { result: sampleResult(), objects: sampleObjects, oneOf: 1 }

const Picture = ({ overlay = sample, visible = true, initial = null }: PictureProps) => {
  const [selected, setSelected] = useState(initial)
  const { layer, tool } = useResultLayer({ overlay, visible, selected, onPick: setSelected })
  const { target } = useImageMap({ imageId: 'image', view, layers: [...spies, layer], tool })
  selectedNow = selected?.no ?? null
  layerNow = layer
  return <div ref={target} />
}

/** Clicks on the map, where one screen pixel is one image pixel. */
const click = (x: number, y: number) =>
  act(() => {
    context?.map.getView().setResolution(1)
    const originalEvent = new MouseEvent('click')
    context?.map.dispatchEvent(Object.assign(new BaseEvent('singleclick'), { coordinate: [x, -y], originalEvent }))
  })

test('a click on an object selects it, a click beside them selects none', () => {
  render(<Picture />)
  click(410, 310)
  expect(selectedNow).toBe(2)
  click(10, 10)
  expect(selectedNow).toBe(1)
  click(600, 600)
  expect(selectedNow).toBeNull()
})

test('a hidden object cannot be clicked', () => {
  const { rerender } = render(<Picture visible={false} />)
  click(410, 310)
  expect(selectedNow).toBeNull()
  rerender(<Picture visible />)
  click(410, 310)
  expect(selectedNow).toBe(2)
})

test('selecting does not create a new layer', () => {
  render(<Picture />)
  const before = layerNow
  click(410, 310)
  expect(layerNow).toBe(before)
})

test('another result takes the place of the one before', () => {
  const { rerender } = render(<Picture />)
  rerender(<Picture overlay={{ ...sample, objects: sampleObjects.slice(0, 1) }} />)
  click(410, 310)
  expect(selectedNow).toBeNull()
  click(10, 10)
  expect(selectedNow).toBe(1)
})
