// Shows the next revision when there is one. The browser keeps the place in the words.
const { revision } = document.body.dataset;
const events = new EventSource('/events');
events.addEventListener('revision', ({ data }) => {
  if (data !== revision) location.reload();
});
events.addEventListener('error', () => document.body.classList.add('alone'));
events.addEventListener('open', () => document.body.classList.remove('alone'));
