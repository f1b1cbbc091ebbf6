import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import BaseEvent from 'ol/events/Event.js'
import { sampleChannelsView, sampleImage, sampleView } from '../testing/sample-image.ts'
import { renderUi } from '../ui/test-render.tsx'
import type { MapContext } from './canvas/map-context.ts'
import { ImageViewer, type ImageViewerProps } from './image-viewer.tsx'
import type { ViewerLayer } from './layers/viewer-layer.ts'
import type { ViewerPanel } from './panels/viewer-panel.ts'
import type { ViewerTool } from './tools/viewer-tool.ts'

const open = (props: Partial<ImageViewerProps> = {}) => {
  const user = userEvent.setup()
  renderUi(<ImageViewer image={sampleImage()} view={sampleView()} {...props} />)
  return user
}

let active: string[]
beforeEach(() => {
  active = []
})

const toolOf = (id: string, label: string, shortcut: string): ViewerTool => ({
  id,
  label,
  icon: () => null,
  shortcut,
  activate: () => active.push(id),
  deactivate: () => active.splice(active.indexOf(id), 1),
})
const tools = [toolOf('select', 'Select', 'v'), toolOf('draw', 'Draw', 'd')]
const objects: ViewerPanel = { id: 'objects', title: 'Objects', render: () => <input aria-label="Filter objects" /> }

const titlesOf = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent?.trim())
const pressed = () =>
  within(screen.getByRole('toolbar', { name: 'Tools' }))
    .getByRole('button', { pressed: true })
    .getAttribute('aria-label')

describe('panels', () => {
  test('an RGB picture has brightness and contrast, which change what is seen only', async () => {
    const onView = jest.fn()
    open({ onView, initial: { tone: { brightness: 20, contrast: 0 } } })
    expect(titlesOf()).toEqual(['Picture'])
    const picture = screen.getByRole('application', { name: 'Picture of field.tif' })
    expect(picture.style.getPropertyValue('--picture-filter')).toBe('brightness(1.2) contrast(1)')
    fireEvent.change(await screen.findByRole('slider', { name: /^Contrast/ }), { target: { value: '-10' } })
    expect(picture.style.getPropertyValue('--picture-filter')).toBe('brightness(1.2) contrast(0.9)')
    expect(screen.getByRole('slider', { name: /^Contrast/ })).toHaveAttribute('aria-valuetext', '−10 %')
    await waitFor(() => expect(onView.mock.lastCall?.[0].tone).toEqual({ brightness: 20, contrast: -10 }))
    fireEvent.click(screen.getByRole('button', { name: 'Brightness and contrast as stored' }))
    expect(picture.style.getPropertyValue('--picture-filter')).toBe('none')
  })

  test('those of a remote are below the channels', () => {
    open({ view: sampleChannelsView(), panels: [objects] })
    expect(titlesOf()).toEqual(['Channels', 'Objects'])
  })

  test('in a narrow window a button, named after them, opens and closes them', async () => {
    const user = open({ view: sampleChannelsView(), panels: [objects] })
    const panels = screen.getByRole('complementary', { name: 'Panels' })
    expect(panels).not.toHaveAttribute('data-opened')
    await user.click(screen.getByRole('button', { name: 'Channels and objects' }))
    expect(panels).toHaveAttribute('data-opened')
    await user.click(screen.getByRole('button', { name: 'Close panels' }))
    expect(panels).not.toHaveAttribute('data-opened')
  })
})

describe('tools', () => {
  test('those of a remote come first, then those that move and measure', () => {
    open({ tools: tools.slice(0, 1) })
    expect(active).toEqual(['select'])
    const rail = within(screen.getByRole('toolbar', { name: 'Tools' }))
    expect(rail.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Select',
      'Move the picture',
      'Measure a line',
      'Measure an area',
      'Measure an angle',
    ])
  })

  test('a click on its button activates another one', async () => {
    const user = open({ tools })
    expect(pressed()).toBe('Select')
    await user.click(screen.getByRole('button', { name: 'Draw' }))
    expect(pressed()).toBe('Draw')
    expect(active).toEqual(['draw'])
  })

  test('its shortcut activates a tool while the focus is in the viewer', async () => {
    const user = open({ tools })
    await user.keyboard('d')
    expect(pressed()).toBe('Select')
    screen.getByRole('application').focus()
    await user.keyboard('d')
    expect(pressed()).toBe('Draw')
    await user.keyboard('V')
    expect(pressed()).toBe('Select')
  })

  test('neither typed text nor a shortcut of the browser activates a tool', async () => {
    const user = open({ tools, panels: [objects] })
    await user.type(screen.getByRole('textbox', { name: 'Filter objects' }), 'd')
    screen.getByRole('application').focus()
    await user.keyboard('{Control>}d{/Control}{Meta>}d{/Meta}{Alt>}d{/Alt}')
    expect(pressed()).toBe('Select')
  })
})

test('a layer of a remote is mounted as long as the viewer', () => {
  const unmount = jest.fn()
  const layer = { id: 'cells', mount: jest.fn(() => unmount) }
  const { unmount: close } = renderUi(<ImageViewer image={sampleImage()} view={sampleView()} layers={[layer]} />)
  expect(layer.mount).toHaveBeenCalledTimes(1)
  expect(unmount).not.toHaveBeenCalled()
  close()
  expect(unmount).toHaveBeenCalledTimes(1)
})

test('reports the visible extent, at first the whole image', async () => {
  const onVisible = jest.fn()
  let context: MapContext | undefined
  const layer: ViewerLayer = {
    id: 'spy',
    mount: (given) => {
      context = given
      return () => undefined
    },
  }
  open({ onVisible, layers: [layer] })
  expect(onVisible.mock.calls).toEqual([[[0, 0, 1000, 800]]])
  // A map without size has 100 × 100 CSS pixels.
  context?.map.getView().setResolution(2)
  context?.centerOn(300, 200)
  act(() => {
    context?.map.dispatchEvent(new BaseEvent('postrender'))
  })
  expect(onVisible).toHaveBeenLastCalledWith([200, 100, 400, 300])
})

describe('a Z stack', () => {
  const stack = sampleChannelsView({ zCount: 7, zShown: 3, hasMaximum: true, timePoints: 4 })
  const slider = () => screen.findByRole('slider', { name: 'Z plane' })

  test('begins with its plane, moves by slider and keys, and stays within its ends', async () => {
    const onView = jest.fn()
    const user = open({ view: stack, onView })
    expect(await slider()).toHaveAttribute('aria-valuetext', '4 of 7')
    fireEvent.change(await slider(), { target: { value: '6' } })
    screen.getByRole('application').focus()
    await user.keyboard('kkk')
    expect(await slider()).toHaveAttribute('aria-valuetext', '7 of 7')
    await user.keyboard('j{PageDown}')
    expect(await slider()).toHaveAttribute('aria-valuetext', '5 of 7')
    await waitFor(() => expect(onView.mock.lastCall?.[0]).toMatchObject({ plane: 4, time: 0 }))
    const range = await screen.findByRole('slider', { name: 'Lower end of DAPI' })
    act(() => range.focus())
    await user.keyboard('{PageUp}')
    expect(await slider()).toHaveAttribute('aria-valuetext', '5 of 7')
  })

  test('shows the plane that a layer asks for', async () => {
    let context: MapContext | undefined
    const layer: ViewerLayer = {
      id: 'spy',
      mount: (given) => {
        context = given
        return () => undefined
      },
    }
    open({ view: stack, layers: [layer] })
    expect(context?.shown).toEqual({ t: 0, plane: 3 })
    act(() => context?.askFor({ t: 2, plane: 5 }))
    expect(await slider()).toHaveValue('6')
    expect(context?.shown).toEqual({ t: 2, plane: 5 })
    act(() => context?.askFor({ plane: 0 }))
    expect(context?.shown).toEqual({ t: 2, plane: 0 })
  })

  test('is shown as the maximum of all planes, and returns to the plane from before, at the same time', async () => {
    const onView = jest.fn()
    const user = open({ view: stack, onView, initial: { plane: 1, time: 2 } })
    await user.click(await screen.findByRole('button', { name: 'Maximum' }))
    expect(await slider()).toHaveAttribute('aria-valuetext', 'Maximum of 7 planes')
    await waitFor(() => expect(onView.mock.lastCall?.[0]).toMatchObject({ plane: 'max', time: 2 }))
    screen.getByRole('application').focus()
    await user.keyboard('m')
    expect(await slider()).toHaveAttribute('aria-valuetext', '2 of 7')
  })

  test('without a maximum has no choice of it, and a single plane no slider', async () => {
    open({ view: { ...stack, hasMaximum: false } })
    await slider()
    expect(screen.queryByRole('button', { name: 'Maximum' })).not.toBeInTheDocument()
  })
})

test('a file of several images has a choice of them', async () => {
  const onScene = jest.fn()
  const scenes = ['Region 1', 'Region 2'].map((name) => ({ name, width: 1000, height: 800 }))
  const user = open({ view: sampleView({ scenes }), onScene })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Scene' }), 'Region 2, 1,000 × 800 px')
  expect(onScene).toHaveBeenCalledWith(1)
})

describe('the picture lies', () => {
  test('as keys turn and mirror it', async () => {
    const onView = jest.fn()
    const user = open({ onView })
    screen.getByRole('application').focus()
    const lies = (orientation: object) =>
      waitFor(() => expect(onView.mock.lastCall?.[0].orientation).toEqual(orientation))
    await user.keyboard('{Shift>}r{/Shift}')
    await lies({ rotation: 90, mirrored: false })
    await user.keyboard('x')
    await lies({ rotation: 270, mirrored: true })
    await user.keyboard('{Shift>}L{/Shift}')
    await lies({ rotation: 180, mirrored: true })
    await user.keyboard('u')
    await lies({ rotation: 0, mirrored: false })
  })

  test('all keys are on a sheet', async () => {
    const user = open({ view: sampleChannelsView({ zCount: 3 }) })
    screen.getByRole('application').focus()
    await user.keyboard('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keys of the viewer' }))
    for (const words of ['Turn right by 90°', 'Measure a line', 'Lower and upper Z plane']) {
      expect(sheet.getByText(words)).toBeInTheDocument()
    }
  })
})

test('the viewer covers the window and leaves it by the same key', async () => {
  const user = open()
  const picture = screen.getByRole('application')
  picture.focus()
  await user.keyboard('f')
  expect(picture.closest('[data-full]')).not.toBeNull()
  expect(await screen.findByRole('button', { name: 'Leave full screen' })).toBeInTheDocument()
  await user.keyboard('f')
  expect(picture.closest('[data-full]')).toBeNull()
})

describe('measurements', () => {
  const { id } = sampleImage()
  const kept = [
    {
      id: 1,
      kind: 'line',
      points: [
        [0, 0],
        [30, 40],
      ],
    },
    { id: 2, kind: 'circle', points: [] },
  ]
  beforeEach(() => sessionStorage.setItem(`lamella.measurements.${id}.0`, JSON.stringify(kept)))
  afterEach(() => sessionStorage.clear())

  test('are there again after a reload, in micrometres, and can be removed', async () => {
    const user = open()
    const panel = within(screen.getByRole('region', { name: 'Measurements' }))
    expect(await panel.findByRole('button', { name: 'Line 1 25.00 µm' })).toBeVisible()
    expect(panel.getAllByRole('listitem')).toHaveLength(1)
    await user.click(panel.getByRole('button', { name: 'Remove Line 1' }))
    expect(screen.queryByRole('region', { name: 'Measurements' })).not.toBeInTheDocument()
    expect(sessionStorage).toHaveLength(0)
  })

  test('without a pixel size are in pixels, and say so', async () => {
    open({ image: sampleImage({ pixelSize: null }) })
    const panel = within(screen.getByRole('region', { name: 'Measurements' }))
    expect(await panel.findByRole('button', { name: 'Line 1 50.00 px' })).toBeVisible()
    expect(panel.getByText(/the size of a pixel of this image is not known/)).toBeVisible()
  })

  test('of another scene are its own', () => {
    open({ scene: 1 })
    expect(screen.queryByRole('region', { name: 'Measurements' })).not.toBeInTheDocument()
  })
})
