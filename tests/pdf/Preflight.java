import java.io.File;
import java.util.TreeSet;
import org.apache.pdfbox.preflight.Format;
import org.apache.pdfbox.preflight.PreflightDocument;
import org.apache.pdfbox.preflight.ValidationResult;
import org.apache.pdfbox.preflight.exception.SyntaxValidationException;
import org.apache.pdfbox.preflight.parser.PreflightParser;

/** Prints each fault that PDFBox's preflight finds in a file by the rules of PDF/A-1b, once, a line each. */
public class Preflight {
  public static void main(String[] arguments) throws Exception {
    TreeSet<String> faults = new TreeSet<>();
    for (ValidationResult.ValidationError error : validate(new File(arguments[0])).getErrorsList())
      faults.add(error.getErrorCode() + " " + error.getDetails());
    faults.forEach(System.out::println);
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
