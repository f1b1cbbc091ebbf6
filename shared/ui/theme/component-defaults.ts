import type * as Mantine from '@mantine/core'
import type { MantineThemeComponents } from '@mantine/core'
import controls from './controls.module.css'
import fields from './fields.module.css'
import surfaces from './surfaces.module.css'

type Extension<Part> = Part extends { extend(input: infer Settings): unknown } ? Settings : never

/** Input of `Part.extend`. The components themselves are not imported, or the theme would load them all. */
type Defaults = { [Name in keyof typeof Mantine]?: Extension<(typeof Mantine)[Name]> } & {
  InputWrapper: Extension<typeof Mantine.Input.Wrapper>
}

/** Default look and behaviour of Mantine's components, where a screen does not override them (ADR 50). */
export const componentDefaults = {
  Button: { defaultProps: { size: 'sm', variant: 'filled' }, classNames: { root: controls.button } },
  ActionIcon: {
    defaultProps: { variant: 'subtle', color: 'gray', size: 32 },
    classNames: { root: controls.iconButton },
  },
  Burger: { classNames: { root: controls.burger } },
  CloseButton: { defaultProps: { iconSize: 17 }, classNames: { root: controls.closeButton } },

  Input: {
    defaultProps: { size: 'sm' },
    classNames: { wrapper: fields.field, input: fields.input },
  },
  InputWrapper: {
    classNames: { label: fields.label, description: fields.hint, error: fields.error },
  },
  Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
  Checkbox: {
    defaultProps: { size: 'xs', radius: 'xs' },
    classNames: { input: controls.check, body: controls.choiceBody, label: controls.choiceLabel },
  },
  Radio: {
    defaultProps: { size: 'xs' },
    classNames: { radio: controls.check, body: controls.choiceBody, label: controls.choiceLabel },
  },
  Switch: {
    defaultProps: { size: 'sm', withThumbIndicator: false },
    classNames: { track: controls.switchTrack, thumb: controls.switchThumb, body: controls.choiceBody },
  },
  SegmentedControl: {
    defaultProps: { size: 'xs', withItemsBorders: false },
    classNames: { root: controls.segments, indicator: controls.segmentIndicator, label: controls.segmentLabel },
  },
  Slider: {
    defaultProps: { size: 4, thumbSize: 16, label: null },
    classNames: { thumb: controls.sliderThumb, track: controls.sliderTrack },
  },
  RangeSlider: {
    defaultProps: { size: 3, thumbSize: 12, label: null },
    classNames: { thumb: controls.sliderThumb, track: controls.sliderTrack },
  },

  Table: {
    defaultProps: { verticalSpacing: 0, horizontalSpacing: 'md' },
    classNames: { table: surfaces.table, th: surfaces.tableHead, tr: surfaces.tableRow, td: surfaces.tableCell },
  },
  Pagination: {
    defaultProps: { size: 'sm', radius: 'sm', gap: 2 },
    classNames: { control: controls.pageNumber },
  },
  Tabs: { classNames: { root: controls.tabs, list: controls.tabList, tab: controls.tab } },
  Anchor: { defaultProps: { underline: 'hover' }, classNames: { root: controls.anchor } },

  Card: {
    defaultProps: { withBorder: true, radius: 'lg', shadow: 'none' },
    classNames: { root: surfaces.card, section: surfaces.cardSection },
  },
  Paper: { classNames: { root: surfaces.surface } },
  Tooltip: {
    defaultProps: { openDelay: 400, offset: 6, radius: 'sm' },
    classNames: { tooltip: surfaces.tooltip },
  },
  Menu: {
    // The placeholder is a focusable child, which WAI-ARIA does not allow in a menu; the first item takes the focus
    // instead.
    defaultProps: {
      radius: 'md',
      offset: 6,
      withInitialFocusPlaceholder: false,
      transitionProps: { transition: 'pop', duration: 120 },
    },
    classNames: { dropdown: surfaces.floating, item: surfaces.menuItem, divider: surfaces.menuDivider },
  },
  Popover: {
    defaultProps: { radius: 'lg', transitionProps: { duration: 120 } },
    classNames: { dropdown: surfaces.floating },
  },
  Modal: {
    defaultProps: {
      size: 400,
      centered: true,
      yOffset: 16,
      radius: 'xl',
      padding: 'lg',
      overlayProps: { backgroundOpacity: 0.4, blur: 0 },
      transitionProps: { transition: 'fade', duration: 160 },
    },
    classNames: {
      content: surfaces.dialog,
      header: surfaces.dialogHeader,
      title: surfaces.dialogTitle,
      inner: surfaces.dialogInner,
    },
  },
  Drawer: {
    defaultProps: { position: 'right', size: 360, transitionProps: { duration: 200 } },
    classNames: { content: surfaces.dialog, header: surfaces.dialogHeader, title: surfaces.dialogTitle },
  },

  Badge: { defaultProps: { variant: 'light', radius: 'sm' }, classNames: { root: surfaces.badge } },
  Progress: { defaultProps: { size: 4, radius: 'xl' }, classNames: { root: surfaces.progress } },
  Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: surfaces.skeleton } },
  Loader: { defaultProps: { size: 16, type: 'oval' } },
  Kbd: { classNames: { root: surfaces.kbd } },
  Divider: { classNames: { root: surfaces.divider } },
} satisfies Defaults & MantineThemeComponents
