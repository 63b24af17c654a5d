import type { ComponentProps } from 'preact';

type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'class'> & {
  /** Besides that of the kind. */
  readonly class?: string;
};

/** The button that matters most of those beside it. It sends no form. */
export function Button(props: ButtonProps) {
  return <button type="button" {...props} />;
}

/** A button beside the one that matters most. */
export function Plain({ class: more = '', ...props }: ButtonProps) {
  return <Button {...props} class={`plain ${more}`} />;
}

/** A button among words. */
export function Link({ class: more = '', ...props }: ButtonProps) {
  return <Button {...props} class={`link ${more}`} />;
}

interface LinksProps<One> {
  readonly all: readonly One[];
  readonly between: string;
  readonly wordsOf: (one: One) => string;
  readonly onChoose: (one: One) => void;
}

/** Some links in a sentence. */
export function Links<One>({ all, between, wordsOf, onChoose }: LinksProps<One>) {
  return (
    <>
      {all.map((one, index) => (
        <span key={wordsOf(one)}>
          {index > 0 && between}
          <Link onClick={() => onChoose(one)}>{wordsOf(one)}</Link>
        </span>
      ))}
    </>
  );
}
