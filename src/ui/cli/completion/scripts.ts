export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Where `docgen complete` prints nothing, a shell completes names of files. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_docgen() {
  local value description
  COMPREPLY=()
  while IFS=$'\\t' read -r value description; do
    COMPREPLY+=("$value")
  done < <(docgen complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _docgen docgen`,
  zsh: `#compdef docgen
_docgen() {
  local line
  local -a found
  for line in "\${(@f)$(docgen complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#found )); then _describe docgen found; else _files; fi
}
compdef _docgen docgen`,
  fish: `function __docgen_complete
  set -l words (commandline --tokens-expanded --cut-at-cursor 2>/dev/null; or commandline -opc)
  set -l found (docgen complete -- $words[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c docgen -f -a '(__docgen_complete)'`,
};
