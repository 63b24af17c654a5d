import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The first view has the focus where browsers put it. */
let isFirst = true;

interface HeadingProps {
  readonly level?: 'h1' | 'h2';
  readonly children: ComponentChildren;
}

/** The heading of a view. It takes the focus when the view takes the place of another, so that a screen reader says so. */
export function Heading({ level: Level = 'h1', children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <Level ref={heading} tabIndex={-1}>
      {children}
    </Level>
  );
}
