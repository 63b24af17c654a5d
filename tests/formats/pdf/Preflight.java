import java.io.File;
import java.util.TreeSet;
import org.apache.pdfbox.preflight.Format;
import org.apache.pdfbox.preflight.PreflightDocument;
import org.apache.pdfbox.preflight.ValidationResult;
import org.apache.pdfbox.preflight.exception.SyntaxValidationException;
import org.apache.pdfbox.preflight.parser.PreflightParser;

/** Prints each fault that PDFBox's preflight finds in files by the rules of PDF/A-1b, once a file: its path, a tab, the fault. */
public class Preflight {
  public static void main(String[] paths) throws Exception {
    for (String path : paths) {
      TreeSet<String> faults = new TreeSet<>();
      for (ValidationResult.ValidationError error : validate(new File(path)).getErrorsList())
        faults.add(error.getErrorCode() + " " + error.getDetails());
      faults.forEach(fault -> System.out.println(path + "\t" + fault));
    }
  }

  private static ValidationResult validate(File file) throws Exception {
    PreflightParser parser = new PreflightParser(file);
    try {
      parser.parse(Format.PDF_A1B);
    } catch (SyntaxValidationException exception) {
      return exception.getResult();
    }
    try (PreflightDocument document = parser.getPreflightDocument()) {
      document.validate();
      return document.getResult();
    }
  }
}
